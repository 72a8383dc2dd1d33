// What is kept in this browser, in the settings: take it along, bring it back, fetch what is needed offline.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { download } from "../app/end";
import { complain, notify } from "../app/notice";
import { offerFile } from "../app/pictures";
import { phrase, t } from "../words";
import { NewVersion } from "./NewVersion";
import type { Row } from "./messages";
import { openCore } from "./tab";
import { listed, weights } from "./weights";

type Saved = { heibai: "rows"; version: 1; rows: Row[] };

function rowsOf(text: string): Row[] | null {
  try {
    const saved = JSON.parse(text) as Partial<Saved>;
    const isRow = (row: unknown) => Array.isArray(row) && row.length === 2 && row.every((part) => typeof part === "string");
    return saved.heibai === "rows" && saved.version === 1 && saved.rows?.every(isRow) ? saved.rows : null;
  } catch {
    return null;
  }
}

const here = new URL("./", location.href.split("#")[0]).href;

export function OwnData() {
  const size = useSignal(0),
    isAll = useSignal(false);
  useEffect(() => {
    listed(here).then((list) => (size.value = Object.values(list).reduce((sum, { bytes }) => sum + bytes, 0)), complain);
  }, []);
  const take = async () => {
    const saved: Saved = { heibai: "rows", version: 1, rows: await openCore().backup(null) };
    offerFile(new Blob([JSON.stringify(saved)], { type: "application/json" }), "heibai-data.json");
  };
  const bring = async (file: File) => {
    const rows = rowsOf(await file.text());
    if (!rows) return notify(phrase("notOurData", {}), "warn");
    await openCore().backup(rows);
    notify(phrase("importedData", {}));
  };
  const fetchAll = async () => {
    for (const path of Object.keys(await listed(here))) await weights(here, path, (d) => (download.value = d));
    isAll.value = true;
  };
  return (
    <section class="own-data" aria-labelledby="own-data">
      <h3 id="own-data">{t("ownData")}</h3>
      <p class="quiet">{t("ownDataAbout")}</p>
      <div class="actions start">
        <button id="export-data" onClick={() => void take().catch(complain)}>
          {t("exportData")}
        </button>
        <label class="button">
          {t("importData")}
          <input
            id="import-data"
            class="unseen"
            type="file"
            accept="application/json"
            onChange={(e) => {
              const file = e.currentTarget.files?.[0];
              if (file) void bring(file).catch(complain);
            }}
          />
        </label>
        {size.value > 0 && (
          <button id="fetch-all" disabled={isAll.value} onClick={() => void fetchAll().catch(complain)}>
            {isAll.value ? t("fetchedAll") : t("fetchAll", { n: Math.round(size.value / 1e6) })}
          </button>
        )}
      </div>
      <NewVersion id="new-version" />
    </section>
  );
}
