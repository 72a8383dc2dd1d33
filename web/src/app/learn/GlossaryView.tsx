// All terms of the three games with what they mean.

import { useEffect } from "preact/hooks";
import { api } from "../api";
import { useLoaded } from "../loaded";
import { tell } from "../store";
import { useTitle } from "../title";
import { Unreachable } from "../Unreachable";
import { t } from "../../words";

export function GlossaryView({ term }: { term: string | null }) {
  useTitle(() => t("glossary"));
  const loaded = useLoaded(() => api.glossary().then((answer) => answer.terms));
  const terms = loaded.value.value;
  useEffect(() => {
    const chosen = term === null ? null : document.getElementById(`term-${term}`);
    chosen?.scrollIntoView({ block: "center" });
    chosen?.focus({ preventScroll: true });
  }, [terms === null, term]);
  return (
    <section class="training glossary">
      <p>
        <a href="/learn">← {t("firstSteps")}</a>
      </p>
      <h1>{t("glossary")}</h1>
      <Unreachable of={loaded} />
      <dl>
        {(terms ?? []).map((one) => (
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
