// One game or record in a list.

import type { ComponentChildren } from "preact";
import { Dialog, Icon } from "./parts";
import { language } from "./settings";
import { isEngine, playerName, tell, metaOf } from "./store";
import type { Entry } from "./wire";
import { t } from "../words";

export function entryTitle(entry: Entry): string {
  if (!entry.black && !entry.white && entry.title) return entry.title;
  const name = (text: string) => (text ? playerName(entry.kind, text) : t("guest"));
  return `${name(entry.black)} ${t("versus")} ${name(entry.white)}`;
}

/** A game that engines play: one looks at it, and does not go on with it. */
export const isMatch = (entry: Entry): boolean => [entry.black, entry.white].every((name) => isEngine(entry.kind, name));

export const when = (ms: number): string =>
  new Intl.DateTimeFormat(language.value === "zh" ? "zh-CN" : "en", { dateStyle: "medium", timeStyle: "short" }).format(ms);

/** Where an entry opens: a running game at its board, everything else for study. */
export const addressOf = (entry: Entry): string => (entry.source === "game" && !entry.over ? `/game/${entry.id}` : `/study/${entry.id}`);

export function about(entry: Entry): string {
  const title = entry.black || entry.white ? entry.title : "";
  const result = entry.over ? tell(entry.result) : t("running");
  const labels = [entry.folder, ...entry.tags.map((tag) => `#${tag}`)];
  // A record says when its game was played; else it is known when it came here.
  const day = entry.date || when(entry.over || entry.source !== "game" ? entry.created : entry.updated);
  const played = entry.moves > 0 ? t("moveCount", { n: entry.moves }) : t(entry.source === "game" ? "notBegun" : "positionOnly");
  return [title, ...labels, played, result, day].filter(Boolean).join(" · ");
}

type RowProps = {
  entry: Entry;
  onRemove?: () => void;
  picture?: ComponentChildren;
  /** Where several can be chosen at once. */
  isChosen?: boolean;
  onChoose?: (isChosen: boolean) => void;
};

export function EntryRow({ entry, onRemove, picture, isChosen = false, onChoose }: RowProps) {
  const name = metaOf(entry.kind).name;
  return (
    <li class="entry">
      {onChoose && (
        <label class="check choose">
          <input
            type="checkbox"
            aria-label={`${t("choose")}: ${entryTitle(entry)}`}
            checked={isChosen}
            onChange={(e) => onChoose(e.currentTarget.checked)}
          />
        </label>
      )}
      <a class="entry-link" href={addressOf(entry)}>
        {picture}
        <span class={`chip ${entry.kind}`}>
          {tell(name)} {entry.size}×{entry.size}
        </span>
        <strong>{entryTitle(entry)}</strong>
        <span class="quiet">{about(entry)}</span>
      </a>
      {onRemove && (
        <button class="flat" aria-label={`${t("remove")}: ${entryTitle(entry)}`} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </li>
  );
}

/** Asks before something is gone for good. */
export function RemoveDialog({ entry, onClose, onRemove }: { entry: Entry; onClose: () => void; onRemove: () => void }) {
  return (
    <Dialog id="remove-dialog" title={t("removeSure")} onClose={onClose}>
      <p>{entryTitle(entry)}</p>
      <div class="actions">
        <button onClick={onClose}>{t("cancel")}</button>
        <button class="danger" onClick={onRemove}>
          {t("remove")}
        </button>
      </div>
    </Dialog>
  );
}
