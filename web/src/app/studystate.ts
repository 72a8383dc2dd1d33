// What the board shows while studying: values of moves, lines to come, overlays.

import type { BoardState, Label } from "../board/state";
import { emptyState, moveNumbers, showCount } from "./boardstate";
import { GAMES } from "./games";
import { layers } from "./overlay";
import { showForbidden, showLegal, showNumbers } from "./settings";
import type { StudyModel } from "./study";
import { cellOf, other, type Candidate, type Cell, type Kind, type Mark, type Side } from "./wire";
import { t } from "../words";

/** How much worse than the best a move may be, for each tone, as a part of the win rate. */
const RATE_STEPS: [number, number, number, number] = [0.01, 0.04, 0.1, 0.2];
const TONES = ["best", "good", "fair", "poor", "bad"] as const;

export function signed(value: number): string {
  const size = Math.abs(value);
  const text = size >= 10_000 ? `${Math.round(size / 1000)}k` : size >= 100 || Number.isInteger(size) ? String(Math.round(size)) : size.toFixed(1);
  return value > 0 ? `+${text}` : value < 0 ? `−${text}` : "0";
}

export const percent = (rate: number): string => `${Math.round(rate * 100)}%`;

/** A move's name in a sentence. */
export const moveName = (name: string): string => (name.toLowerCase() === "pass" ? t("pass") : name.toUpperCase());

/** Which board of a game is looked at. */
export const placeWords = (n: number, all: number): string => t(n === 0 ? "lookingAtStart" : "lookingAt", { n, all });

/** So few points between the sides are about even. */
const EVEN = 2;

/** Who leads by how many points. */
export function leadWords(lead: number): string {
  const n = Math.round(Math.abs(lead)),
    side: Side = lead > 0 ? "black" : "white";
  return n === 0 ? t("leadEven") : t(n <= EVEN ? "leadSmall" : "leadLarge", { side, n });
}

/** What a candidate is worth, in one or two short words. */
export function valueOf(kind: Kind, candidate: Candidate): { text: string; sub?: string } | null {
  const { score, win_rate, exact } = candidate;
  // A proved win has no size in Gomoku, only a length: the winner's moves, as everywhere in words.
  if (candidate.result === "win" || candidate.result === "loss")
    return { text: t(candidate.result === "win" ? "valueWin" : "valueLoss"), sub: String(Math.ceil((candidate.in_moves ?? 0) / 2)) };
  if (GAMES[kind].isWonOrLost && exact && (win_rate === 1 || win_rate === 0)) return { text: t(win_rate === 1 ? "valueWin" : "valueLoss") };
  if (GAMES[kind].isRated && win_rate !== null) return score === null ? { text: percent(win_rate) } : { text: percent(win_rate), sub: signed(score) };
  if (score !== null) return { text: signed(score) };
  return win_rate === null ? null : { text: percent(win_rate) };
}

/** The same for people who do not read it off a board: with its unit. */
export function valueInWords(kind: Kind, candidate: Candidate): string | null {
  const { score, win_rate } = candidate;
  const { isRated, isWonOrLost } = GAMES[kind];
  const value = valueOf(kind, candidate);
  const isProved = candidate.result === "win" || candidate.result === "loss" || (isWonOrLost && candidate.exact);
  if (!value || isProved) return value && (value.sub ? `${value.text} (${value.sub})` : value.text);
  if ((isRated || isWonOrLost) && win_rate !== null) {
    const rate = t("rateIs", { rate: percent(win_rate) });
    return isRated && score !== null ? `${rate} · ${t("leadIs", { n: signed(score) })}` : rate;
  }
  if (score === 0) return t("discsEven");
  return score === null ? value.text : t("discsExpected", { n: signed(score), count: Math.abs(score) });
}

export function toneOf(kind: Kind, candidate: Candidate, best: Candidate): Label["tone"] {
  // A proved loss is never a good move, even where there is no better one.
  if (candidate.result === "loss") return "bad";
  const { isRated, isWonOrLost } = GAMES[kind];
  const byRate = candidate.win_rate !== null && best.win_rate !== null && (isRated || isWonOrLost || candidate.score === null);
  const loss = byRate ? best.win_rate! - candidate.win_rate! : (best.score ?? 0) - (candidate.score ?? 0);
  const steps = byRate ? RATE_STEPS : GAMES[kind].steps;
  const at = steps.findIndex((limit) => loss <= limit);
  return TONES[at < 0 ? 4 : at]!;
}

export function candidateLabels(kind: Kind, candidates: readonly Candidate[]): Map<number, Label> {
  const labels = new Map<number, Label>();
  const best = candidates[0];
  for (const candidate of candidates) {
    const value = candidate.point === null ? null : valueOf(kind, candidate);
    if (value && best) labels.set(candidate.point!, { ...value, tone: toneOf(kind, candidate, best) });
  }
  return labels;
}

const SYMBOLS: Partial<Record<Mark["shape"], string>> = { cross: "✕", circle: "○", square: "□", triangle: "△", selected: "◆" };

/** The marks of a record as labels. */
export function markLabels(marks: readonly Mark[]): Map<number, Label> {
  const shown = marks.map(({ point, shape, label }): [number, Label] => [point, { text: SYMBOLS[shape] ?? label ?? "", tone: "mark" }]);
  return new Map(shown.filter(([, label]) => label.text !== ""));
}

export function studyState(model: StudyModel): BoardState | null {
  const live = model.live.value;
  if (!live || !model.base) return null;
  const size = Math.round(Math.sqrt(live.board.length));
  const state = emptyState(model.kind, size, live.board);
  state.last = live.last;
  state.winLine = live.win_line;
  state.legal = new Set(live.legal);
  if (live.turn) state.turn = cellOf(live.turn);
  state.showLegal = showLegal.value && GAMES[model.kind].marksLegal && !model.isOn.value;
  if (showForbidden.value) state.forbidden = new Set((live.forbidden ?? []).map((f) => f.point));
  if (showNumbers.value) state.labels = moveNumbers(model.played.value.slice(0, model.ply.value), live.board);
  state.labels = new Map([...state.labels, ...markLabels(model.nodes.value[model.at.value]?.marks ?? [])]);
  const analysis = model.analysis.value;
  const line = model.drawn.value ?? model.drawnLine.value;
  if (line && live.turn) state.line = lineStones(line, live.turn, live.board);
  else if (analysis && model.isOn.value) state.labels = new Map([...state.labels, ...candidateLabels(model.kind, analysis.candidates)]);
  showCount(state, live);
  if (model.overlay.value === "ownership" && analysis?.ownership) state.owner = analysis.ownership;
  state.tints = tints(model);
  return state;
}

/** The stones of a line, each point once. What they would flip or capture is not drawn: playing the line shows it. */
function lineStones(line: readonly (number | null)[], first: Side, board: readonly Cell[]): BoardState["line"] {
  const stones: { point: number; cell: Cell; number: number }[] = [];
  let side = first;
  line.forEach((point, i) => {
    if (point !== null && board[point] === 0 && !stones.some((s) => s.point === point)) stones.push({ point, cell: cellOf(side), number: i + 1 });
    side = other(side);
  });
  return stones;
}

function tints(model: StudyModel): Map<number, number> {
  const map = new Map<number, number>();
  const found = model.overlays.value;
  if (found) for (const { tint, points } of layers(model.overlay.value, found)) points.forEach((p) => map.set(p, tint));
  return map;
}
