// Boards and stones to choose from: colours only. What a board is made of is drawn in surface.ts, stones in stones.ts.

import type { Look } from "./state";

export type Rgb = readonly [number, number, number];

/** Wood: the light and the dark of its grain, how strong the grain is, the lines, the side face. */
export type Wood = { light: Rgb; dark: Rgb; grain: number; line: string; text: string; side: string };
export const WOODS = {
  kaya: { light: [238, 203, 138], dark: [205, 155, 88], grain: 0.44, line: "rgba(52,32,10,.86)", text: "rgba(66,40,12,.85)", side: "#a87235" },
  walnut: { light: [184, 137, 92], dark: [128, 84, 50], grain: 0.75, line: "rgba(30,16,5,.9)", text: "rgba(28,14,4,.92)", side: "#5c3a20" },
  slate: { light: [178, 184, 188], dark: [160, 167, 172], grain: 0.25, line: "rgba(30,36,40,.8)", text: "rgba(24,30,34,.9)", side: "#6d767c" },
} as const satisfies Record<string, Wood>;

/** Felt: from the middle outwards, the lines on it, and the two ends of the frame. */
export type Felt = { felt: readonly [string, string, string]; line: string; frame: readonly [string, string] };
export const FELTS = {
  green: { felt: ["#2c8f5c", "#237b4d", "#1a6740"], line: "rgba(5,34,19,.82)", frame: ["#473224", "#2b1c13"] },
  blue: { felt: ["#2f6f9f", "#275f8b", "#1e4f76"], line: "rgba(6,24,40,.85)", frame: ["#3a4048", "#23272d"] },
  grey: { felt: ["#66706c", "#58625e", "#4b5551"], line: "rgba(14,20,18,.85)", frame: ["#3a322c", "#241e1a"] },
} as const satisfies Record<string, Felt>;

export const STONES = ["shell", "plain"] as const;

/** What a person chose. */
export type Style = { wood: keyof typeof WOODS; felt: keyof typeof FELTS; stones: (typeof STONES)[number] };
export const USUAL: Style = { wood: "kaya", felt: "green", stones: "shell" };

/** Whether two choices give the same picture of a board of this look. */
export const sameStyle = (look: Look, a: Style, b: Style): boolean =>
  look === "felt" ? a.felt === b.felt : a.wood === b.wood && a.stones === b.stones;
