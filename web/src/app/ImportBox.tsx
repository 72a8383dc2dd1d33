// Bringing records in: files or text; afterwards it is said, file by file, what was kept and what not.

import { useSignal } from "@preact/signals";
import { api } from "./api";
import { addressOf } from "./entries";
import { notify, problemOf } from "./notice";
import { Icon } from "./parts";
import { tell } from "./store";
import type { Imported, Problem } from "./wire";
import { t } from "../words";

/** What came of a file. */
type Report = { name: string; imported?: Imported; problem?: Problem };

type Names = { players: File; tournaments: File };
const isWthor = (file: File) => /\.wtb$/i.test(file.name);

/** WTHOR keeps the names of its players and tournaments in two files beside the games. */
function namesAmong(files: readonly File[]): Names | null {
  const players = files.find((f) => /\.jou$/i.test(f.name));
  const tournaments = files.find((f) => /\.trn$/i.test(f.name));
  return players && tournaments && files.some(isWthor) ? { players, tournaments } : null;
}

export function ImportBox({ folder, onTaken }: { folder: string; onTaken: () => void }) {
  const isOver = useSignal(false);
  const text = useSignal("");
  const reports = useSignal<readonly Report[]>([]);
  const progress = useSignal<{ n: number; all: number } | null>(null);

  const take = async (name: string, bytes: Blob | string, names: Names | null = null): Promise<Report> => {
    try {
      return { name, imported: await api.importRecord(name, bytes, folder, names) };
    } catch (error) {
      return { name, problem: problemOf(error) };
    }
  };
  const takeFiles = async (all: readonly File[]) => {
    const found: Report[] = [];
    const names = namesAmong(all);
    const files = names ? all.filter((f) => f !== names.players && f !== names.tournaments) : all;
    for (const [i, file] of files.entries()) {
      progress.value = { n: i + 1, all: files.length };
      found.push(await take(file.name, file, isWthor(file) ? names : null));
    }
    progress.value = null;
    reports.value = found;
    onTaken();
  };
  const paste = async () => {
    if (!text.value.trim()) return;
    const report = await take(t("pastedText"), text.value);
    // What could not be read stays, to be mended; nothing moves for a message.
    reports.value = report.problem ? [] : [report];
    if (report.problem) return notify(report.problem, "warn", 4000);
    text.value = "";
    onTaken();
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
        void takeFiles([...(e.dataTransfer?.files ?? [])]);
      }}
    >
      <h2>{folder ? t("importInto", { folder }) : t("importTitle")}</h2>
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
      {progress.value && <p role="status">{t("importing", progress.value)}</p>}
      {reports.value.length > 0 && (
        <details open>
          <summary>{t("importReport")}</summary>
          <ul class="reports">
            {reports.value.map((report, i) => (
              <ReportLine key={i} report={report} />
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function ReportLine({ report: { name, imported, problem } }: { report: Report }) {
  const [first] = imported?.entries ?? [];
  return (
    <li data-kept={imported?.kept ?? 0} data-left={imported?.left ?? 0}>
      <strong>{name}</strong>{" "}
      {problem ? <span class="refused">{tell(problem)}</span> : t("imported", { n: imported!.kept, format: imported!.format })}
      {imported && imported.left > 0 && <span class="refused"> {t("leftOut", { n: imported.left })}</span>}{" "}
      {first && (
        <a class="button small" href={addressOf(first)}>
          {t("open")}
        </a>
      )}
      {imported && imported.notes.length > 0 && (
        <ul class="quiet small">
          {imported.notes.map((note, i) => (
            <li key={i}>{tell(note)}</li>
          ))}
        </ul>
      )}
    </li>
  );
}
