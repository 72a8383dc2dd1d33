// What can be laid over a studied position: points in layers, each with its tint and its words.

import type { Overlay } from "./study";
import type { Overlays, Point, Side } from "./wire";
import { t } from "../words";

/** `tint` is a number of the board's tints. Of two layers on one point the later one is seen. */
export type Layer = { tint: number; text: string; points: readonly Point[] };

const SIDES: readonly Side[] = ["white", "black"];

export function layers(overlay: Overlay, found: Overlays): Layer[] {
  const { squares, regions, groups } = found;
  switch (overlay) {
    case "stable":
      return [{ tint: 0, text: t(found.stable_exact ? "layerStableAll" : "layerStable"), points: found.stable ?? [] }];
    case "frontier":
      return [{ tint: 2, text: t("layerFrontier"), points: found.frontier ?? [] }];
    case "mobility":
      return SIDES.map((side) => ({ tint: side === "black" ? 5 : 4, text: t("layerMobility", { side }), points: found.mobility?.[side] ?? [] }));
    case "parity":
      return [
        { tint: 1, text: t("layerEven"), points: (regions ?? []).filter((r) => !r.odd).flatMap((r) => r.points) },
        { tint: 2, text: t("layerOdd"), points: (regions ?? []).filter((r) => r.odd).flatMap((r) => r.points) },
      ];
    case "squares":
      return !squares
        ? []
        : [
            { tint: 1, text: t("layerEdge"), points: squares.edge },
            { tint: 4, text: t("layerCentre"), points: squares.centre },
            { tint: 3, text: t("layerC"), points: squares.c },
            { tint: 2, text: t("layerX"), points: squares.x },
            { tint: 0, text: t("layerCorner"), points: squares.corner },
          ];
    case "shapes":
      return SIDES.map((side) => ({
        tint: side === "black" ? 5 : 4,
        text: t("layerShapes", { side }),
        points: shapePoints(found, side, () => true),
      }));
    case "threats":
      return threats(found);
    case "groups":
      return !groups
        ? []
        : [
            { tint: 1, text: t("layerGroups"), points: groups.filter((g) => !g.alive && g.liberties > 1).flatMap((g) => g.points) },
            { tint: 0, text: t("layerAlive"), points: groups.filter((g) => g.alive).flatMap((g) => g.points) },
            { tint: 2, text: t("layerAtari"), points: groups.filter((g) => !g.alive && g.liberties === 1).flatMap((g) => g.points) },
          ];
    default:
      return [];
  }
}

function shapePoints(found: Overlays, side: Side, wanted: (shape: string) => boolean): Point[] {
  const points = (found.shapes ?? []).filter((s) => s.side === side && wanted(s.shape)).map((s) => s.point);
  return [...new Set(points)];
}

/** Where one stone makes an open three, a four or five: the stronger, the later. */
function threats(found: Overlays): Layer[] {
  const of = (tint: number, name: (side: Side) => string, wanted: (shape: string) => boolean) =>
    SIDES.map((side) => ({ tint, text: name(side), points: shapePoints(found, side, wanted) }));
  return [
    ...of(
      1,
      (side) => t("layerThree", { side }),
      (shape) => shape === "open_three",
    ),
    ...of(
      0,
      (side) => t("layerFour", { side }),
      (shape) => shape.endsWith("_four"),
    ),
    ...of(
      2,
      (side) => t("layerFive", { side }),
      (shape) => shape === "five",
    ),
  ];
}
