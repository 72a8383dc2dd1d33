// One's games and records: search, import, open.

import { effect, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { api } from "./api";
import { EntryRow, RemoveDialog } from "./entries";
import { complain, notify, problemOf } from "./notice";
import { Icon, Select } from "./parts";
import { connection } from "./socket";
import { meta, tell } from "./store";
import { Unreachable } from "./Unreachable";
import type { Entry, Kind, Problem, Text } from "./wire";
import { useTitle } from "./title";
import { phrase, t } from "../words";

const TYPING_MS = 250;

/** What was odd in a file. */
type Note = { name: string; text: Text };

export function LibraryView() {
  useTitle(() => t("library"));
  const entries = useSignal<Entry[] | null>(null);
  const next = useSignal<number | null>(null);
  const kind = useSignal<Kind | "">("");
  const words = useSignal("");
  const notes = useSignal<Note[]>([]);
  const removing = useSignal<Entry | null>(null);

  const failed = useSignal<Problem | null>(null);

  const load = async (before: number | null) => {
    try {
      const found = await api.library({ kind: kind.value, q: words.value.trim(), before });
      entries.value = before === null ? found.entries : [...(entries.value ?? []), ...found.entries];
      next.value = found.next;
      failed.value = null;
    } catch (error) {
      failed.value = problemOf(error);
    }
  };
  useEffect(() => {
    const timer = setTimeout(() => void load(null), entries.value === null ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [kind.value, words.value]);
  useEffect(
    () =>
      effect(() => {
        if (connection.online.value && failed.peek()) void load(null);
      }),
    [],
  );

  const take = async (name: string, bytes: BodyInit): Promise<boolean> => {
    let isTaken = false;
    try {
      const found = await api.importRecord(name, bytes);
      notes.value = [...notes.value, ...found.notes.map((text) => ({ name, text }))];
      notify(phrase("imported", { n: found.entries.length, format: found.format }), "info", 5000);
      isTaken = true;
    } catch (error) {
      complain(error);
    }
    await load(null);
    return isTaken;
  };
  const remove = async (entry: Entry) => {
    removing.value = null;
    try {
      await api.remove(entry.id);
      entries.value = (entries.value ?? []).filter((e) => e.id !== entry.id);
    } catch (error) {
      complain(error);
    }
  };
  return (
    <section class="library">
      <h1>{t("library")}</h1>
      <Import take={take} notes={notes.value} />
      <div class="filters">
        <label class="field" for="search">
          <span>{t("search")}</span>
          <input id="search" type="search" value={words.value} onInput={(e) => (words.value = e.currentTarget.value)} />
        </label>
        <Select
          id="kind"
          label={t("game")}
          value={kind.value}
          onChange={(v) => (kind.value = v)}
          options={[{ value: "", text: t("allGames") }, ...meta.value!.games.map((g) => ({ value: g.kind, text: tell(g.name) }))]}
        />
      </div>
      <Unreachable of={{ failed, again: () => void load(null) }} />
      {entries.value === null ? (
        !failed.value && <p class="quiet">{t("loading")}</p>
      ) : entries.value.length === 0 ? (
        <p class="quiet empty">{t(words.value.trim() || kind.value ? "nothingFound" : "emptyLibrary")}</p>
      ) : (
        <ul class="entries">
          {entries.value.map((e) => (
            <EntryRow key={e.id} entry={e} onRemove={() => (removing.value = e)} />
          ))}
        </ul>
      )}
      {next.value !== null && <button onClick={() => void load(next.value)}>{t("loadMore")}</button>}
      {removing.value && (
        <RemoveDialog entry={removing.value} onClose={() => (removing.value = null)} onRemove={() => void remove(removing.value!)} />
      )}
    </section>
  );
}

function Import({ take, notes }: { take: (name: string, bytes: BodyInit) => Promise<boolean>; notes: Note[] }) {
  const isOver = useSignal(false);
  const text = useSignal("");
  const takeFiles = async (files: Iterable<File>) => {
    for (const file of files) await take(file.name, file);
  };
  const paste = async () => {
    if (!text.value.trim()) return;
    // What could not be read stays, to be mended.
    if (await take("pasted.txt", text.value)) text.value = "";
  };
  return (
    <div
      class={`drop ${isOver.value ? "over" : ""}`}
      onDragOver={(e) => {
        e.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => (isOver.value = false)}
      onDrop={(e) => {
        e.preventDefault();
        isOver.value = false;
        void takeFiles(e.dataTransfer?.files ?? []);
      }}
    >
      <h2>{t("importTitle")}</h2>
      <p class="quiet">{t("importHelp")}</p>
      <div class="import">
        <label class="button primary file">
          <Icon name="plus" />
          {t("chooseFile")}
          <input
            id="files"
            type="file"
            multiple
            onChange={(e) => {
              void takeFiles([...(e.currentTarget.files ?? [])]);
              e.currentTarget.value = "";
            }}
          />
        </label>
        <label class="field paste" for="paste">
          <span class="unseen">{t("pasteText")}</span>
          <textarea id="paste" rows={1} placeholder={t("pasteText")} value={text.value} onInput={(e) => (text.value = e.currentTarget.value)} />
        </label>
        <button id="import-text" disabled={!text.value.trim()} onClick={() => void paste()}>
          {t("importText")}
        </button>
      </div>
      {notes.length > 0 && (
        <details open>
          <summary>{t("notes")}</summary>
          <ul>
            {notes.map(({ name, text }, i) => (
              <li key={i}>
                <strong>{name}</strong> {tell(text)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
