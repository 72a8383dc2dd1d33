// Which lessons were done, kept in the browser.

import { signal } from "@preact/signals";
import { readStored, writeStored } from "../settings";
import type { Kind, Lesson } from "../wire";

const KEY = "heibai_first_steps";
const nameOf = (kind: Kind, id: string) => `${kind}/${id}`;

/** What storage holds may be old or broken: only texts count. */
export function readDone(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : [];
}

const done = signal<readonly string[]>(readDone(readStored<unknown>(KEY, [])));

export const isDone = (lesson: Lesson): boolean => done.value.includes(nameOf(lesson.kind, lesson.id));

/** Whether somebody has done a lesson of a game. */
export const hasBegun = (kind: Kind): boolean => done.value.some((name) => name.startsWith(`${kind}/`));

export function markDone(lesson: Lesson): void {
  if (isDone(lesson)) return;
  done.value = [...done.value, nameOf(lesson.kind, lesson.id)];
  writeStored(KEY, done.value);
}

/** The lessons of a game, in order. */
export const ofGame = (lessons: readonly Lesson[], kind: Kind): Lesson[] => lessons.filter((lesson) => lesson.kind === kind);

/** Where a game's lessons go on: the first that is not done, or the first of all. */
export const nextOf = (lessons: readonly Lesson[]): Lesson | undefined => lessons.find((lesson) => !isDone(lesson)) ?? lessons[0];
