// Developer aids under the names that the rules documents give them (002 1, 004 6.3 and 7): they answer from what the page knows.

import { pointName } from "../board/geometry";
import { autosave, save, saved, type Saved } from "./autosave";
import type { Developer } from "./developer";
import { metaOf } from "./store";
import type { Kind } from "./wire";

/** Which of our modules does the work of the documents' ones. */
const MODULES: Record<string, string> = { GameState: "games", RuleEngine: "games", CanvasRenderer: "page", AIEngine: "engines", GameUtils: "page" };

type Versions = Record<string, string>;

/** Whether a version will do: the same first number, and not older. */
export function isEnough(found: string | undefined, wanted: string): boolean {
  const [a, b] = [found ?? "", wanted].map((text) => text.split(".").map(Number));
  if (!a || !b || a.length !== 3 || b.some(Number.isNaN) || a[0] !== b[0]) return false;
  return a[1]! > b[1]! || (a[1] === b[1] && a[2]! >= b[2]!);
}

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function installAids(heibai: Developer): void {
  const size = () => heibai.state?.rules.size ?? 15;
  const kind = (): Kind => heibai.state?.kind ?? "gomoku";

  const GameUtils = {
    /** (7, 7) on 15x15 is "H8"; rows are counted from the top, as in `board[y][x]`. */
    positionToNotation(x: number, y: number): string {
      const n = size();
      if (![x, y].every((v) => Number.isInteger(v) && v >= 0 && v < n)) throw new RangeError(`INVALID_POSITION: x and y are 0 to ${n - 1}`);
      const { columns, first_row } = metaOf(kind());
      return pointName(y * n + x, n, columns, first_row).toUpperCase();
    },
    /** Saves a record as a file: the game that is shown, or the one that is given. */
    downloadAsJSON(data: unknown = heibai.state && save(heibai.state), name = "heibai.json"): boolean {
      if (data) download(name, JSON.stringify(data, null, 2));
      return Boolean(data);
    },
    /** Keeps the game that is shown in the browser, as it is kept after each move. */
    saveToLocalStorage(): boolean {
      if (heibai.state) autosave(heibai.state);
      return heibai.state !== null && saved().some((s) => s.id === heibai.state!.id);
    },
    /** What is kept, older versions migrated. */
    loadFromLocalStorage: (): Saved[] => saved(),
  };

  const cells = () => heibai.board?.cells ?? [];
  const GomokuDebug = {
    get state() {
      const { state } = heibai;
      const board = Array.from({ length: size() }, (_, y) => cells().slice(y * size(), (y + 1) * size()));
      const turn = state?.live.turn ?? null;
      return {
        board,
        currentPlayer: turn === null ? 0 : turn === "black" ? 1 : 2,
        gameStatus: state?.live.outcome ? "finished" : "playing",
        moves: state ? save(state).moves : [],
      };
    },
    rules: { setForbiddenHighlight: (enabled: boolean) => heibai.toggleForbiddenHighlight(enabled) },
    ai: {
      getLastCandidates: () =>
        heibai.candidates
          .filter((c) => c.point !== null)
          .map(({ point, score, win_rate, depth, nodes }) => ({ x: point! % size(), y: Math.floor(point! / size()), score, win_rate, depth, nodes })),
    },
    logState() {
      console.table(GomokuDebug.state.board);
    },
    logCandidates() {
      console.table(GomokuDebug.ai.getLastCandidates().map((c) => ({ ...c, notation: GameUtils.positionToNotation(c.x, c.y) })));
    },
    toggleForbiddenHighlight: (enabled?: boolean) => heibai.toggleForbiddenHighlight(enabled),
  };

  const found = (name: string): string | undefined => heibai.modules[MODULES[name] ?? name];
  const ModuleDependencyChecker = {
    /** Whether every module is there and the page fits the server. */
    checkDependencies() {
      const missing = Object.keys(MODULES).filter((name) => found(name) === undefined);
      return { ok: missing.length === 0 && heibai.checkVersions().compatible, missing };
    },
    /** Whether the modules are as new as wanted, one by one. */
    checkVersion(wanted: Versions) {
      const modules = Object.fromEntries(
        Object.entries(wanted).map(([name, version]) => [name, { wanted: version, found: found(name) ?? null, ok: isEnough(found(name), version) }]),
      );
      return { ok: Object.values(modules).every((m) => m.ok), modules };
    },
    logModuleInfo() {
      console.table(Object.fromEntries(Object.keys(MODULES).map((name) => [name, { module: MODULES[name], version: found(name) ?? null }])));
    },
  };
  Object.assign(window, { GameUtils, GomokuDebug, ModuleDependencyChecker });
}
