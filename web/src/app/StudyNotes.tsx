// What one writes into a study: comments, marks, the order of variations, and what stands at the head of the record.

import { useSignal } from "@preact/signals";
import { isSite } from "./end";
import { Choice, Dialog } from "./parts";
import { complain, notify } from "./notice";
import { linkTo } from "./route";
import type { StudyModel, Tool } from "./study";
import { commented, ROOT } from "./studytree";
import type { InfoEdit } from "./wire";
import { phrase, t, type Word } from "../words";

const KEEPING = { kept: "keptNow", waiting: "keeping", failed: "notKept" } as const;

/** Whether the library has what was changed. */
export function Keeping({ model }: { model: StudyModel }) {
  const state = model.keeper.value?.state.value;
  return (
    <p class="quiet small" id="keeping" data-keeping={state ?? "scratch"} role="status">
      {t(state ? KEEPING[state] : "scratch")}
    </p>
  );
}

const MARKS: [Tool, string, Word][] = [
  ["play", "●", "toolPlay"],
  ["triangle", "△", "toolTriangle"],
  ["square", "□", "toolSquare"],
  ["circle", "○", "toolCircle"],
  ["cross", "✕", "toolCross"],
  ["label", "A", "toolLabel"],
];

async function copyText(text: string, done: Word = "copied"): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(phrase(done, {}));
  } catch {
    notify(phrase("notCopiedText", {}), "warn");
  }
}

/** A game can be opened by everybody who has its address; of a record, the line itself goes into the link. */
const copyLink = (model: StudyModel) =>
  isSite || model.entry.value?.source === "record"
    ? copyText(new URL(linkTo(model.lineAddress()), location.href).href, "lineCopied")
    : copyText(location.href);

export function Notes({ model }: { model: StudyModel }) {
  const nodes = model.nodes.value;
  const at = model.at.value;
  const isRoot = at === ROOT;
  const isMain = model.mainLine.value.includes(at);
  const line = () => model.path(at).map((n) => n.name);
  return (
    <div class="panel notes">
      <h2>{t("comment")}</h2>
      <textarea
        id="comment"
        aria-label={t("comment")}
        placeholder={t("commentHelp")}
        rows={3}
        value={commented(nodes, at).comment}
        onInput={(e) => model.comment(e.currentTarget.value)}
      />
      <Choice
        name="tool"
        label={t("tools")}
        value={model.tool.value}
        onChange={(tool) => (model.tool.value = tool)}
        options={MARKS.map(([value, text, word]) => ({ value, text, title: t(word) }))}
      />
      <div class="actions start" role="group" aria-label={t("variation")}>
        <button class="small" id="promote" disabled={isMain} onClick={() => model.promote(false)}>
          {t("promote")}
        </button>
        <button class="small" id="make-main" disabled={isMain} onClick={() => model.promote(true)}>
          {t("makeMain")}
        </button>
        <button class="small" id="delete-branch" disabled={isRoot} onClick={() => model.remove()}>
          {t("deleteBranch")}
        </button>
        {model.removed.value.length > 0 && (
          <button class="small" id="restore" onClick={() => model.restore()}>
            {t("restoreBranch")}
          </button>
        )}
        <button class="small" id="copy-line" disabled={isRoot} onClick={() => void copyText(line().join(" "))}>
          {t("copyLine")}
        </button>
        <button class="small" id="copy-link" onClick={() => void copyLink(model)}>
          {t("copyLink")}
        </button>
      </div>
    </div>
  );
}

const FIELDS: [keyof InfoEdit, Word][] = [
  ["black", "black"],
  ["black_rank", "blackRank"],
  ["white", "white"],
  ["white_rank", "whiteRank"],
  ["title", "gameTitle"],
  ["event", "event"],
  ["round", "round"],
  ["place", "playedAt"],
  ["date", "date"],
];

export function InfoButton({ model }: { model: StudyModel }) {
  const open = useSignal(false);
  if (!model.info.value) return null;
  return (
    <>
      <button class="small" id="edit-info" onClick={() => (open.value = true)}>
        {t("editInfo")}
      </button>
      {open.value && <InfoDialog model={model} onClose={() => (open.value = false)} />}
    </>
  );
}

function InfoDialog({ model, onClose }: { model: StudyModel; onClose: () => void }) {
  const { players, ranks, title, event, round, place, date } = model.info.value!;
  const now = { black: players.black, white: players.white, black_rank: ranks.black, white_rank: ranks.white, title, event, round, place, date };
  return (
    <Dialog id="info-dialog" title={t("editInfo")} onClose={onClose}>
      <div class="fields">
        {FIELDS.map(([name, word]) => (
          <label key={name} class="field" for={`info-${name}`}>
            <span>{t(word)}</span>
            <input id={`info-${name}`} value={now[name]} maxLength={400} onInput={(e) => model.editInfo({ [name]: e.currentTarget.value })} />
          </label>
        ))}
      </div>
      <Keeping model={model} />
      <div class="actions">
        <button class="primary" onClick={onClose}>
          {t("done")}
        </button>
      </div>
    </Dialog>
  );
}

/** Puts a scratch study into the library. */
export function KeepButton({ model }: { model: StudyModel }) {
  const keep = async () => {
    try {
      await model.keep();
      notify(phrase("savedToLibrary", {}));
    } catch (error) {
      complain(error);
    }
  };
  return (
    <button class="small primary" id="keep" onClick={() => void keep()}>
      {t("toLibrary")}
    </button>
  );
}
