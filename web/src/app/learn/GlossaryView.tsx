// All terms with what they mean, of one game or of all.

import { useEffect } from "preact/hooks";
import { api } from "../api";
import { KINDS } from "../games";
import { useLoaded } from "../loaded";
import { language } from "../settings";
import { metaOf, tell } from "../store";
import { useTitle } from "../title";
import { Unreachable } from "../Unreachable";
import { t } from "../../words";
import { termsOf } from "./glossary";

const ENGINES = "engines";

export function GlossaryView({ term, topic }: { term: string | null; topic: string | null }) {
  useTitle(() => t("glossary"));
  const loaded = useLoaded(() => api.glossary().then((answer) => answer.terms));
  const all = loaded.value.value;
  const terms = termsOf(all ?? [], topic, language.value);
  useEffect(() => {
    const chosen = term === null ? null : document.getElementById(`term-${term}`);
    chosen?.scrollIntoView({ block: "center" });
    chosen?.focus({ preventScroll: true });
  }, [all === null, term]);
  const choices = [
    { name: null, label: t("topicAll") },
    ...KINDS.map((kind) => ({ name: kind, label: tell(metaOf(kind).name) })),
    { name: ENGINES, label: t("topicEngines") },
  ];
  return (
    <section class="training glossary">
      <p>
        <a href="/learn">← {t("firstSteps")}</a>
      </p>
      <h1>{t("glossary")}</h1>
      <nav class="topics" aria-label={t("game")}>
        {choices.map(({ name, label }) => (
          <a
            key={label}
            class="button"
            data-topic={name ?? ""}
            aria-current={name === topic ? "page" : undefined}
            href={name === null ? "/learn/glossary" : `/learn/glossary?game=${name}`}
          >
            {label}
          </a>
        ))}
      </nav>
      <Unreachable of={loaded} />
      <dl>
        {terms.map((one) => (
          <div key={one.id} id={`term-${one.id}`} class={one.id === term ? "here" : ""} tabIndex={one.id === term ? -1 : undefined}>
            <dt>
              {tell(one.name)}
              {one.also.some((name) => tell(name) !== "") && (
                <span class="quiet">
                  {" "}
                  {one.also
                    .map(tell)
                    .filter((name) => name !== "")
                    .join(t("comma"))}
                </span>
              )}
            </dt>
            <dd>{tell(one.about)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
