// Pictures and animations of a game, made in the browser.

import { documentCanvas, Pictures } from "../board/draw";
import { emptyState } from "./boardstate";
import { GifWriter } from "./gif";
import { boardStyle } from "./settings";
import type { Cell, Kind, Point, Replay } from "./wire";

const PICTURE_SIDE = 1200,
  GIF_SIDE = 420;
const FRAME_MS = 600,
  LAST_FRAME_MS = 3000;

type Frame = { cells: Cell[]; last: Point | null };

export function frames(replay: Replay): Frame[] {
  return [{ cells: replay.start, last: null }, ...replay.steps.map((s) => ({ cells: s.board, last: s.move.point }))];
}

const sizeOf = (replay: Replay) => Math.round(Math.sqrt(replay.start.length));

function state(kind: Kind, size: number, frame: Frame) {
  return { ...emptyState(kind, size, frame.cells), last: frame.last };
}

export async function makePicture(kind: Kind, replay: Replay): Promise<Blob> {
  const { picture, context } = documentCanvas(PICTURE_SIDE, PICTURE_SIDE);
  const now = state(kind, sizeOf(replay), frames(replay).at(-1)!);
  new Pictures(now, PICTURE_SIDE, 4, documentCanvas, boardStyle.value).draw(context, now);
  return new Promise((done, failed) =>
    (picture as HTMLCanvasElement).toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

export async function makeGif(kind: Kind, replay: Replay, progress: (part: number) => void): Promise<Blob> {
  const size = sizeOf(replay);
  const all = frames(replay);
  const { context } = documentCanvas(GIF_SIDE, GIF_SIDE);
  const pictures = new Pictures(state(kind, size, all[0]!), GIF_SIDE, 4, documentCanvas, boardStyle.value);
  const gif = new GifWriter(GIF_SIDE, GIF_SIDE);
  for (let i = 0; i < all.length; i++) {
    pictures.draw(context, state(kind, size, all[i]!));
    gif.add(context.getImageData(0, 0, GIF_SIDE, GIF_SIDE).data, i === all.length - 1 ? LAST_FRAME_MS : FRAME_MS);
    progress((i + 1) / all.length);
    // The page goes on living while a long game is drawn.
    await new Promise((next) => setTimeout(next));
  }
  return new Blob([gif.finish() as Uint8Array<ArrayBuffer>], { type: "image/gif" });
}

export function offerFile(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
