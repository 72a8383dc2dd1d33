// Several records at once: into a folder, with a tag, into one file, or away.

import { useSignal } from "@preact/signals";
import { api, type Deed } from "./api";
import { complain } from "./notice";
import { Dialog, Select } from "./parts";
import { offerFile } from "./pictures";
import { metaOf, tell } from "./store";
import type { Entry, Shelf } from "./wire";
import { t } from "../words";

type Props = {
  entries: readonly Entry[];
  chosen: readonly string[];
  folders: readonly Shelf[];
  onChoose: (ids: readonly string[]) => void;
  onDone: () => void;
};

export function Selection({ entries, chosen, folders, onChoose, onDone }: Props) {
  const asking = useSignal<"folder" | "tag" | "untag" | "remove" | null>(null);
  const format = useSignal("sgf");
  if (entries.length === 0) return null;
  const ids = [...chosen];
  const act = async (...deeds: Deed[]) => {
    asking.value = null;
    try {
      for (const deed of deeds) await api.organise(ids, deed);
    } catch (error) {
      complain(error);
    }
    onDone();
  };
  const save = async () => {
    try {
      const file = await (await api.exportMany(ids, format.value)).blob();
      offerFile(file, `heibai.${format.value}`);
    } catch (error) {
      complain(error);
    }
  };
  // What every game that is chosen can be written in.
  const kinds = [...new Set(entries.filter((e) => chosen.includes(e.id)).map((e) => e.kind))];
  const [first, ...rest] = kinds.map((kind) => (metaOf(kind).formats ?? []).filter((f) => f.write));
  const formats = (first ?? []).filter((f) => rest.every((list) => list.some((g) => g.name === f.name)));
  const known = [...new Set(entries.filter((e) => chosen.includes(e.id)).flatMap((e) => e.tags))];
  const isAll = chosen.length === entries.length;
  return (
    <div class="selection" role="group" aria-label={t("selection")}>
      <label class="check">
        <input id="choose-all" type="checkbox" checked={isAll} onChange={() => onChoose(isAll ? [] : entries.map((e) => e.id))} />
        <span>{chosen.length > 0 ? t("chosen", { n: chosen.length }) : t("chooseAll")}</span>
      </label>
      {chosen.length > 0 && (
        <>
          <button class="small" id="to-folder" onClick={() => (asking.value = "folder")}>
            {t("toFolder")}
          </button>
          <button class="small" id="to-tag" onClick={() => (asking.value = "tag")}>
            {t("addTag")}
          </button>
          {known.length > 0 && (
            <button class="small" id="untag" onClick={() => (asking.value = "untag")}>
              {t("removeTag")}
            </button>
          )}
          <span class="export-choice">
            <Select
              id="export-format"
              label={t("format")}
              value={format.value}
              onChange={(v) => (format.value = v)}
              options={formats.map((f) => ({ value: f.name, text: tell(f.label) }))}
            />
            <button class="small" id="export-chosen" onClick={() => void save()}>
              {t("export")}
            </button>
          </span>
          <button class="small danger" id="remove-chosen" onClick={() => (asking.value = "remove")}>
            {t("remove")}
          </button>
        </>
      )}
      {asking.value === "folder" && (
        <NameDialog
          title={t("toFolder")}
          known={folders.map((f) => f.name)}
          isEmptyGood
          onClose={() => (asking.value = null)}
          onName={(folder) => void act({ do: "move", folder })}
        />
      )}
      {asking.value === "untag" && (
        <Dialog id="untag-dialog" title={t("removeTag")} onClose={() => (asking.value = null)}>
          <div class="actions">
            {known.map((tag) => (
              <button key={tag} onClick={() => void act({ do: "untag", tag })}>
                #{tag}
              </button>
            ))}
          </div>
        </Dialog>
      )}
      {asking.value === "tag" && (
        <NameDialog
          title={t("addTag")}
          known={[]}
          onClose={() => (asking.value = null)}
          onName={(names) => void act(...tagsIn(names).map((tag): Deed => ({ do: "tag", tag })))}
        />
      )}
      {asking.value === "remove" && (
        <Dialog id="remove-many" title={t("removeSure")} onClose={() => (asking.value = null)}>
          <p>{t("chosen", { n: chosen.length })}</p>
          <p class="quiet small">{t("gamesStay")}</p>
          <div class="actions">
            <button onClick={() => (asking.value = null)}>{t("cancel")}</button>
            <button class="danger" id="remove-many-sure" onClick={() => void act({ do: "remove" })}>
              {t("remove")}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** Several tags may be given at once. */
const tagsIn = (text: string): string[] =>
  text
    .split(/[,，、;；#]/)
    .map((tag) => tag.trim())
    .filter(Boolean);

type NameProps = { title: string; known: readonly string[]; isEmptyGood?: boolean; onClose: () => void; onName: (name: string) => void };

/** Asks for the name of a folder or a tag. */
function NameDialog({ title, known, isEmptyGood = false, onClose, onName }: NameProps) {
  const name = useSignal("");
  return (
    <Dialog id="name-dialog" title={title} onClose={onClose}>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          if (name.value.trim() || isEmptyGood) onName(name.value.trim());
        }}
      >
        <label class="field" for="new-name">
          <span>{t("nameOfIt")}</span>
          <input id="new-name" list="known-names" maxLength={100} value={name.value} onInput={(e) => (name.value = e.currentTarget.value)} />
        </label>
        <datalist id="known-names">
          {known.map((k) => (
            <option key={k} value={k} />
          ))}
        </datalist>
        {isEmptyGood && <p class="quiet small">{t("emptyFolder")}</p>}
        <div class="actions">
          <button class="primary" id="name-sure">
            {t("done")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
