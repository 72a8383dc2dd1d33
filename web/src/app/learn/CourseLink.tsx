// The way to the course: six lessons on how machines play, with the laboratory beside them.

import { t } from "../../words";

export function CourseLink() {
  return (
    <a class="course" href="/learn/course">
      {t("course")}
    </a>
  );
}
