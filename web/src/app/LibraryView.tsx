// One's games and records: folders, search, import, what is done with several at once.

import { effect, signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api, type LibraryQuery } from "./api";
import { EntryRow, RemoveDialog } from "./entries";
import { ImportBox } from "./ImportBox";
import { Selection } from "./Selection";
import { useLoaded } from "./loaded";
import { complain, problemOf } from "./notice";
import { Icon, Select } from "./parts";
import { connection } from "./socket";
import { meta, tell } from "./store";
import { Unreachable } from "./Unreachable";
import { Thumbnail } from "./Thumbnail";
import type { Cell, Entry, Kind, Problem, Shelf } from "./wire";
import { useTitle } from "./title";
import { t } from "../words";

const TYPING_MS = 250;

/** What lies on a shelf: everything, one's own games, a folder, or what has a tag. */
type Place = Pick<LibraryQuery, "folder" | "tag" | "source">;

// What was asked for is there again when one comes back from a record.
const kind = signal<Kind | "">("");
const words = signal("");
const place = signal<Place>({});

/** What is asked for: words, or a tag as the rows write it. */
function asked(): Pick<LibraryQuery, "q"> & Place {
  const text = words.value.trim();
  return text.startsWith("#") && text.length > 1 ? { ...place.value, tag: text.slice(1) } : { ...place.value, q: text };
}

export function LibraryView() {
  useTitle(() => t("library"));
  const entries = useSignal<Entry[] | null>(null);
  const next = useSignal<number | null>(null);
  const chosen = useSignal<readonly string[]>([]);
  const removing = useSignal<Entry | null>(null);
  const failed = useSignal<Problem | null>(null);
  const shelves = useLoaded(() => api.folders());

  const load = async (before: number | null) => {
    try {
      const found = await api.library({ kind: kind.value, before, ...asked() });
      entries.value = before === null ? found.entries : [...(entries.value ?? []), ...found.entries];
      next.value = found.next;
      failed.value = null;
    } catch (error) {
      failed.value = problemOf(error);
    }
  };
  const again = async () => {
    chosen.value = [];
    shelves.again();
    await load(null);
  };
  useEffect(() => {
    const timer = setTimeout(() => void load(null), entries.value === null ? 0 : TYPING_MS);
    return () => clearTimeout(timer);
  }, [kind.value, words.value, place.value]);
  useEffect(
    () =>
      effect(() => {
        if (connection.online.value && failed.peek()) void load(null);
      }),
    [],
  );
  const remove = async (entry: Entry) => {
    removing.value = null;
    try {
      await api.remove(entry.id);
      entries.value = (entries.value ?? []).filter((e) => e.id !== entry.id);
      shelves.again();
    } catch (error) {
      complain(error);
    }
  };
  const choose = (id: string, isChosen: boolean) => {
    chosen.value = isChosen ? [...chosen.value, id] : chosen.value.filter((c) => c !== id);
  };
  const { folders = [], tags = [] } = shelves.value.value ?? {};
  const isAsking = words.value.trim() || kind.value || place.value.folder || place.value.tag || place.value.source;
  return (
    <section class="library">
      <h1>{t("library")}</h1>
      <nav class="shelves" aria-label={t("folders")}>
        <Shelves
          place={place.value}
          folders={folders}
          tags={tags}
          onChoose={(at) => {
            place.value = at;
            chosen.value = [];
          }}
        />
      </nav>
      <div class="library-main">
        <ImportBox folder={place.value.folder ?? ""} onTaken={() => void again()} />
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
        <Selection
          entries={entries.value ?? []}
          chosen={chosen.value}
          folders={folders}
          onChoose={(ids) => (chosen.value = ids)}
          onDone={() => void again()}
        />
        <Unreachable of={{ failed, again: () => void load(null) }} />
        {entries.value === null ? (
          !failed.value && <p class="quiet">{t("loading")}</p>
        ) : entries.value.length === 0 ? (
          <p class="quiet empty">{t(isAsking ? "nothingFound" : "emptyLibrary")}</p>
        ) : (
          <ul class="entries">
            {entries.value.map((e) => (
              <EntryRow
                key={e.id}
                entry={e}
                picture={<Picture entry={e} />}
                isChosen={chosen.value.includes(e.id)}
                onChoose={(isChosen) => choose(e.id, isChosen)}
                onRemove={() => (removing.value = e)}
              />
            ))}
          </ul>
        )}
        {next.value !== null && <button onClick={() => void load(next.value)}>{t("loadMore")}</button>}
      </div>
      {removing.value && (
        <RemoveDialog entry={removing.value} onClose={() => (removing.value = null)} onRemove={() => void remove(removing.value!)} />
      )}
    </section>
  );
}

/** The position at the end of a game; of one that goes on, where it stands. */
function Picture({ entry }: { entry: Entry }) {
  const now = useSignal<Cell[] | null>(null);
  const isRunning = entry.source === "game" && !entry.over;
  useEffect(() => {
    if (isRunning)
      api.game(entry.id).then(
        ({ live }) => (now.value = live.board),
        () => undefined,
      );
  }, [entry.id]);
  const end = useMemo(() => [...entry.board].map(Number) as Cell[], [entry.board]);
  const cells = isRunning ? now.value : end;
  return <span class="entry-picture">{cells?.length === entry.size ** 2 && <Thumbnail kind={entry.kind} cells={cells} />}</span>;
}

type ShelvesProps = { place: Place; folders: readonly Shelf[]; tags: readonly Shelf[]; onChoose: (place: Place) => void };

function Shelves({ place, folders, tags, onChoose }: ShelvesProps) {
  const shelf = (name: string, to: Place, count?: number) => {
    const isHere = place.folder === to.folder && place.tag === to.tag && place.source === to.source;
    return (
      <li key={`${to.folder ?? ""}/${to.tag ?? ""}/${to.source ?? ""}`}>
        <button class="shelf" data-folder={to.folder} data-tag={to.tag} aria-current={isHere ? "true" : undefined} onClick={() => onChoose(to)}>
          <span>{name}</span>
          {count !== undefined && <span class="quiet">{count}</span>}
        </button>
      </li>
    );
  };
  return (
    <>
      <ul>
        {shelf(t("allRecords"), {})}
        {shelf(t("ownGames"), { source: "game" })}
        {folders.map((f) => shelf(f.name, { folder: f.name }, f.count))}
      </ul>
      {tags.length > 0 && (
        <>
          <h2>{t("tags")}</h2>
          <ul>{tags.map((tag) => shelf(`#${tag.name}`, { tag: tag.name }, tag.count))}</ul>
        </>
      )}
      <h2>{t("openings")}</h2>
      <ul>
        {meta.value!.games.map((g) => (
          <li key={g.kind}>
            <a class="shelf" data-openings={g.kind} href={`/study/new?kind=${g.kind}`}>
              <span>{tell(g.name)}</span>
            </a>
          </li>
        ))}
      </ul>
      <h2>{t("editor")}</h2>
      <ul>
        {meta.value!.games.map((g) => (
          <li key={g.kind}>
            <a class="shelf" data-editor={g.kind} href={`/editor?kind=${g.kind}`}>
              <span>{tell(g.name)}</span>
              <Icon name="edit" />
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
