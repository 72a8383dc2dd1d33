// What every view needs to know: who we are and what can be played.

import { signal } from "@preact/signals";
import { api } from "./api";
import { problemOf } from "./notice";
import { language } from "./settings";
import { connect } from "./socket";
import type { GameMeta, Kind, Me, Meta, Problem, Text } from "./wire";
import { t } from "../words";

export const me = signal<Me | null>(null);
export const meta = signal<Meta | null>(null);
export const startFailed = signal<Problem | null>(null);

const RETRY_MS = 1500;

/** Says who we are (and gets the cookie), then opens the socket; learns at the same time what can be played. */
export async function begin(): Promise<void> {
  try {
    const asked = api.meta();
    asked.catch(() => undefined);
    me.value = await api.me();
    await connect();
    meta.value = await asked;
    startFailed.value = null;
  } catch (error) {
    startFailed.value = problemOf(error);
    setTimeout(() => void begin(), RETRY_MS);
  }
}

export const metaOf = (kind: Kind): GameMeta => meta.value!.games.find((g) => g.kind === kind)!;

/** A text in the language that is spoken now. */
export const tell = (text: Text): string => text[language.value];

/** A network that the server's owner has named. */
const NETWORK = /^network:name=([^,]+)/;

/** The networks that can be played against. */
export const networksOf = (kind: Kind): string[] => metaOf(kind).players.flatMap((p) => (NETWORK.test(p.player) ? [p.player] : []));

/** A player's name for people: levels, characters and networks have their own words. */
export function playerName(kind: Kind, player: string): string {
  const { levels, characters } = metaOf(kind);
  const network = NETWORK.exec(player)?.[1];
  if (network) return t("networkNamed", { name: network });
  const name = levels.find((l) => l.player === player)?.label ?? characters.find((c) => c.player === player)?.name;
  return name ? tell(name) : (searchName(player) ?? player);
}

const ENGINE = /^(network|learned|engine|minimax|alphabeta|mcts):|^random$/;

/** Whether a name in a list is that of an engine. */
export function isEngine(kind: Kind, name: string): boolean {
  const { levels, characters, players } = metaOf(kind);
  return ENGINE.test(name) || [...levels, ...characters, ...players].some((of) => of.player === name);
}

const SEARCHES = { minimax: "labMinimax", alphabeta: "labAlphaBeta", mcts: "labMcts" } as const;

/** The searches of the laboratory, such as `alphabeta:depth=2,eval=weights`, by what tells them apart. */
function searchName(player: string): string | null {
  if (player === "random") return t("labRandomMoves");
  const [, search, how, n] = /^(minimax|alphabeta|mcts):(depth|playouts)=(\d+)(?:,eval=\w+)?$/.exec(player) ?? [];
  if (!search) return null;
  return `${t(SEARCHES[search as keyof typeof SEARCHES])}${t("comma")}${t(how === "depth" ? "labDepthIs" : "labPlayoutsAre", { n: Number(n) })}`;
}
