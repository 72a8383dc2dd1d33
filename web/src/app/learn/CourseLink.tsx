// The way to the course: six lessons on how machines play, with the laboratory beside them.

import { language } from "../settings";
import { t } from "../../words";

const COURSE = "https://github.com/heibai/heibai/blob/main/docs/course/";

export function CourseLink() {
  return (
    <a class="course" href={`${COURSE}README${language.value === "zh" ? ".zh-CN" : ""}.md`} rel="noreferrer">
      {t("course")}
    </a>
  );
}
