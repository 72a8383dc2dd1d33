// The course: how machines play, in six lessons, as docs/course has them.

import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { Missing } from "../App";
import { language } from "../settings";
import { useTitle } from "../title";
import { t } from "../../words";
import { Markdown, type Places } from "./markdown";

const DOCS = "https://github.com/heibai/heibai/blob/main/docs/";
const texts = import.meta.glob<string>("../../../../docs/course/*.md", { query: "?raw", import: "default" });
const pictures = import.meta.glob<string>("../../../../docs/pictures/course-*.png", { query: "?url", import: "default", eager: true });

/** A text without the links to itself in the other language: here the page itself is switched. */
function inOneLanguage(text: string, isChinese: boolean): string {
  const other = isChinese ? "[\\w-]+\\.md" : "[\\w-]+\\.zh-CN\\.md";
  const link = `\\[[^\\]]*\\]\\(${other}\\)`;
  return text.replace(new RegExp(`\\s*[（(][^（()）[\\]]*${link}[)）]| · ${link}`, "g"), "");
}

/** The file of a lesson, or of the list of lessons, in a language. */
export function fileOf(files: readonly string[], lesson: string | null, isChinese: boolean): string | undefined {
  const start = lesson === null ? "README" : `${lesson}-`;
  return files.find((file) => file.split("/").at(-1)!.startsWith(start) && file.endsWith(".zh-CN.md") === isChinese);
}

const nameOf = (address: string): string => address.split("/").at(-1)!;

const PLACES: Places = {
  link: (address) => {
    const lesson = /^(\d)-[\w.-]+\.md$/.exec(address);
    if (lesson) return `/learn/course/${lesson[1]}`;
    if (address.startsWith("README")) return "/learn/course";
    return address.endsWith(".md") ? DOCS + address.replace(/^\.\.\//, "") : address;
  },
  picture: (address) => pictures[Object.keys(pictures).find((path) => nameOf(path) === nameOf(address)) ?? ""],
};

export function CourseView({ lesson }: { lesson: string | null }) {
  useTitle(() => t("course"));
  const text = useSignal<string | null>(null);
  const file = fileOf(Object.keys(texts), lesson, language.value === "zh");
  useEffect(() => {
    let isGone = false;
    if (file)
      void texts[file]!().then((loaded) => {
        if (!isGone) text.value = loaded;
      });
    return () => void (isGone = true);
  }, [file]);
  if (!file) return <Missing />;
  return (
    <section class="training course-text">
      <p>
        <a href={lesson === null ? "/learn" : "/learn/course"}>← {t(lesson === null ? "firstSteps" : "course")}</a>
      </p>
      {text.value === null ? (
        <h1 class="quiet">{t("loading")}</h1>
      ) : (
        <Markdown key={file} text={inOneLanguage(text.value, file.endsWith(".zh-CN.md"))} places={PLACES} />
      )}
    </section>
  );
}
