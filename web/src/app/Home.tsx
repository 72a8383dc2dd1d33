// The first view: the three games, and the games that go on.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { documentCanvas, drawWhole } from "../board/draw";
import type { Cell } from "../board/state";
import { api } from "./api";
import { emptyState } from "./boardstate";
import { EntryRow, RemoveDialog } from "./entries";
import { useLoaded } from "./loaded";
import { newGameOpen, NewGameDialog } from "./NewGame";
import { complain } from "./notice";
import { boardStyle } from "./settings";
import { meta, tell } from "./store";
import { Unreachable } from "./Unreachable";
import type { Entry, Kind } from "./wire";
import { t } from "../words";

const LINES = { othello: "othelloLine", go: "goLine", gomoku: "gomokuLine" } as const;

/** A few stones for the picture on each card: black, then white, as columns and rows. */
const PICTURES: Record<Kind, { size: number; black: string; white: string }> = {
  othello: { size: 6, black: "22 33 13 12", white: "23 32 42 34 43" },
  go: { size: 9, black: "22 23 32 62 65 56 24", white: "26 36 63 53 42 35 72" },
  gomoku: { size: 9, black: "44 35 53 26 46", white: "34 45 54 62 43" },
};

function picture(kind: Kind): { size: number; cells: Cell[] } {
  const { size, black, white } = PICTURES[kind];
  const cells = new Array<Cell>(size * size).fill(0);
  const put = (list: string, cell: Cell) => list.split(" ").forEach((p) => (cells[Number(p[1]) * size + Number(p[0])] = cell));
  put(black, 1);
  put(white, 2);
  return { size, cells };
}

function Card({ kind }: { kind: Kind }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current!;
    const side = Math.max(64, Math.round(element.clientWidth * (window.devicePixelRatio || 1)));
    element.width = element.height = side;
    const { size, cells } = picture(kind);
    const state = { ...emptyState(kind, size, cells), columns: "", firstRow: "top" as const };
    drawWhole(element.getContext("2d")!, state, side, documentCanvas, false, boardStyle.value);
  }, [kind, boardStyle.value]);
  const name = tell(meta.value!.games.find((g) => g.kind === kind)!.name);
  return (
    <button class="card" data-kind={kind} onClick={() => (newGameOpen.value = kind)}>
      <canvas ref={canvas} aria-hidden="true" />
      <span class="card-text">
        <strong>{name}</strong>
        <span>{t(LINES[kind])}</span>
      </span>
    </button>
  );
}

export function Home() {
  const running = useLoaded(() => api.games());
  const dropped = useSignal<readonly string[]>([]);
  const games = (running.value.value?.games ?? []).filter((g) => !dropped.value.includes(g.id));
  const removing = useSignal<Entry | null>(null);
  const drop = (entry: Entry) => {
    removing.value = null;
    api.removeGame(entry.id).then(() => (dropped.value = [...dropped.value, entry.id]), complain);
  };
  return (
    <section class="home">
      <h1>{t("slogan")}</h1>
      <div class="cards">{(["othello", "go", "gomoku"] as const).map((kind) => <Card key={kind} kind={kind} />)}</div>
      <Unreachable of={running} />
      {games.length > 0 && (
        <section aria-labelledby="continue">
          <h2 id="continue">{t("continueGames")}</h2>
          <ul class="entries">{games.map((e) => <EntryRow key={e.id} entry={e} onRemove={() => (removing.value = e)} />)}</ul>
        </section>
      )}
      {removing.value && <RemoveDialog entry={removing.value} onClose={() => (removing.value = null)} onRemove={() => drop(removing.value!)} />}
      {newGameOpen.value && <NewGameDialog kind={newGameOpen.value} />}
    </section>
  );
}
