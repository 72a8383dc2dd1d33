// What one can and cannot yet: every set of problems by its grades.

import { tell } from "../store";
import type { Ability, Skill } from "../wire";
import { t } from "../../words";

/** So many problems of a grade must have been tried before it is called known, and this share of them solved. */
const ENOUGH = 3,
  SHARE = 0.8;

export type Mastery = "none" | "new" | "learning" | "known";

export function masteryOf({ count, tried, known }: Pick<Ability, "count" | "tried" | "known">): Mastery {
  if (count === 0) return "none";
  if (tried === 0) return "new";
  return tried >= Math.min(ENOUGH, count) && known >= SHARE * tried ? "known" : "learning";
}

export function Abilities({ skills }: { skills: readonly Skill[] }) {
  const parts = skills.flatMap((skill) => skill.parts);
  const sets = [...new Set(parts.map((part) => part.set))];
  // Nothing is shown to somebody who has tried nothing: there is nothing to say yet.
  if (parts.every((part) => part.tried === 0)) return null;
  const words = { none: "", new: t("abilityNew"), learning: t("abilityLearning"), known: t("abilityKnown") };
  return (
    <section class="abilities" aria-labelledby="abilities-title">
      <h2 id="abilities-title">{t("abilities")}</h2>
      <table>
        <thead>
          <tr>
            <th />
            {parts.slice(0, 4).map((part) => (
              <th key={part.grade} scope="col">
                {tell(part.label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sets.map((set) => {
            const row = parts.filter((part) => part.set === set);
            return (
              <tr key={set}>
                <th scope="row">
                  <a href={`/training/${set}`}>{tell(row[0]!.name)}</a>
                </th>
                {row.map((part) => {
                  const mastery = masteryOf(part);
                  return (
                    <td key={part.grade} class={mastery} title={words[mastery]}>
                      {mastery !== "none" && (
                        <>
                          {part.known}/{part.tried > 0 ? part.tried : part.count}
                          <span class="unseen"> {words[mastery]}</span>
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
      <p class="quiet small legend">
        <span class="known">{words.known}</span> <span class="learning">{words.learning}</span> <span class="new">{words.new}</span>
      </p>
    </section>
  );
}
