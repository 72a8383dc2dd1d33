// What evaluations, shapes and Go's network say of the position without looking ahead, side by side.

import { GAMES } from "../games";
import { Choice, Grid } from "../parts";
import { percent, signed } from "../studystate";
import { metaOf, tell } from "../store";
import type { Cell, Evaluation, Judgements, Kind, Line } from "../wire";
import type { Lab } from "./address";
import { HeatMap, type Heat } from "./HeatMap";
import { t } from "../../words";

type Props = {
  line: Line;
  cells: readonly Cell[];
  judgements: Judgements;
  heat: Lab["heat"];
  onHeat: (heat: Lab["heat"]) => void;
  onPlay: (point: number) => void;
};

/** Large scores of shapes in thousands, so that they fit on a point. */
const short = (value: number): string => {
  const size = Math.abs(value);
  const text =
    size >= 1e6
      ? `${(size / 1e6).toFixed(1)}M`
      : size >= 10_000
        ? `${Math.round(size / 1000)}k`
        : size >= 1000
          ? `${(size / 1000).toFixed(1)}k`
          : String(size);
  return value < 0 ? `−${text}` : text;
};

/** Parts of a point added up; a point where both sides count shows both. */
function partsOf(evaluation: Evaluation): Map<number, Heat> {
  const found = new Map<number, number[]>();
  for (const { point, value } of evaluation.parts ?? []) if (point !== null) found.set(point, [...(found.get(point) ?? []), value]);
  return new Map(
    [...found].map(([point, values]) => [point, { value: values.reduce((a, b) => a + b), text: values.map((v) => short(v)).join(" ") }]),
  );
}

const largest = (map: ReadonlyMap<number, Heat>) => Math.max(0, ...[...map.values()].map((h) => Math.abs(h.value)));

export function ValuesTab({ line, cells, judgements, heat, onHeat, onPlay }: Props) {
  const { kind } = line;
  const { evaluations, network, shapes, scores } = judgements;
  return (
    <div class="lab-values">
      <Choice
        name="heat"
        label={t("labHeat")}
        value={heat}
        onChange={onHeat}
        options={[
          { value: "parts", text: t("labParts") },
          { value: "after", text: t("labAfter") },
        ]}
      />
      <p class="small quiet">
        {heat === "parts" ? t("labPartsHelp") : t("labAfterHelp")} <span class="swatch own" /> {t("labForBlack")} <span class="swatch foe" />{" "}
        {t("labForWhite")}
      </p>
      <div class="heats">
        {evaluations.map((e) => (
          <OneEvaluation key={e.name} kind={kind} cells={cells} evaluation={e} isAfter={heat === "after"} onPlay={onPlay} />
        ))}
        {scores && scores.length > 0 && (
          <Sheet title={t("labShapeScores")} about={t("labShapeScoresHelp")} id="shape-scores">
            <HeatMap
              kind={kind}
              cells={cells}
              most={Math.log(1 + Math.max(...scores.map((s) => s.shape)))}
              values={new Map(scores.map((s) => [s.point, { value: Math.log(1 + s.shape), text: s.shape > 0 ? short(s.shape) : String(s.place) }]))}
              label={t("labShapeScores")}
              onTouch={onPlay}
            />
          </Sheet>
        )}
        {network && (
          <>
            <Sheet title={t("labPolicy")} about={t("labPolicyHelp")} id="policy">
              <HeatMap
                kind={kind}
                cells={cells}
                most={Math.max(...network.policy.map((p) => p.value))}
                values={
                  new Map(
                    network.policy
                      .filter((p) => p.point !== null && p.value >= 0.005)
                      .map((p) => [p.point!, { value: p.value, text: String(Math.round(100 * p.value)) }]),
                  )
                }
                label={t("labPolicy")}
                onTouch={onPlay}
              />
            </Sheet>
            <Sheet title={t("overlayOwnership")} about={leadWords(line, network)} id="ownership">
              <HeatMap
                kind={kind}
                cells={cells}
                most={1}
                values={new Map(network.ownership.map((v, p) => [p, { value: v, text: "" }]))}
                label={t("overlayOwnership")}
              />
            </Sheet>
          </>
        )}
      </div>
      {shapes && shapes.length > 0 && <ShapeTable shapes={shapes} />}
    </div>
  );
}

/** Who leads, and that komi is in it: the board alone would say something else. */
function leadWords({ kind, komi: own, rules }: Line, { win_rate, lead }: NonNullable<Judgements["network"]>): string {
  const { komi: usual, rules: known } = metaOf(kind);
  const rate = percent(win_rate),
    komi = own ?? known.find((rule) => rule.name === rules)?.komi ?? usual ?? 0,
    by = Math.round(Math.abs(lead) * 10) / 10;
  return by === 0 ? t("labOwnershipEven", { rate, komi }) : t("labOwnership", { rate, komi, side: lead > 0 ? "black" : "white", lead: by });
}

type One = { kind: Kind; cells: readonly Cell[]; evaluation: Evaluation; isAfter: boolean; onPlay: (point: number) => void };

function OneEvaluation({ kind, cells, evaluation, isAfter, onPlay }: One) {
  const { parts, rest, after, value } = evaluation;
  // What a move changes says more than where it leads to.
  const moves = new Map(after.flatMap((a) => (a.point === null ? [] : [[a.point, { value: a.value - value, text: short(a.value) }] as const])));
  const values = isAfter ? moves : partsOf(evaluation);
  const sum = (sign: number) => (parts ?? []).reduce((s, p) => s + (Math.sign(p.value) === sign ? p.value : 0), 0);
  return (
    <Sheet title={tell(evaluation.label)} about={tell(evaluation.about)} id={`evaluation-${evaluation.name}`}>
      {isAfter || parts ? (
        <HeatMap
          kind={kind}
          cells={cells}
          values={values}
          most={largest(values)}
          label={tell(evaluation.label)}
          {...(isAfter ? { onTouch: onPlay } : {})}
        />
      ) : (
        <p class="quiet heat-none">{t("labNoParts")}</p>
      )}
      <p data-value={value}>
        {parts && (
          <span class="quiet small">
            {t("labSum", { black: short(sum(1)), white: short(-sum(-1)) })}
            {rest !== 0 && t(GAMES[kind].isWonByPoints ? "labKomi" : "labRest", { rest: signed(rest) })}
          </span>
        )}{" "}
        <strong>{t("labForBlackIs", { value: signed(value) })}</strong>
      </p>
    </Sheet>
  );
}

function Sheet({ title, about, id, children }: { title: string; about: string; id: string; children: preact.ComponentChildren }) {
  return (
    <figure class="panel heat-sheet" id={id}>
      <figcaption>
        <h3>{title}</h3>
        <p class="small quiet">{about}</p>
      </figcaption>
      {children}
    </figure>
  );
}

function ShapeTable({ shapes }: { shapes: NonNullable<Judgements["shapes"]> }) {
  return (
    <Grid label={t("labShapes")} columns={["labShape", "labScore", "black", "white"]}>
      {shapes.map((s) => (
        <tr key={s.label.en}>
          <td>{tell(s.label)}</td>
          <td>{s.score}</td>
          <td>{s.count.black}</td>
          <td>{s.count.white}</td>
        </tr>
      ))}
    </Grid>
  );
}
