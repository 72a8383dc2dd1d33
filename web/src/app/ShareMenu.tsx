// Ways to take a game along: links, record files, a picture, an animation.

import { useSignal } from "@preact/signals";
import { api } from "./api";
import { LinkField } from "./GamePanels";
import { isSite } from "./end";
import { complain } from "./notice";
import { Dialog, Icon } from "./parts";
import { makeGif, makePicture, offerFile } from "./pictures";
import { metaOf, tell } from "./store";
import type { Kind, Line } from "./wire";
import { t } from "../words";

type Props = { id: string; kind: Kind; line: () => Line; watch?: string };

export function ShareMenu({ id, kind, line, watch }: Props) {
  const open = useSignal(false);
  return (
    <>
      <button class="act" id="share" onClick={() => (open.value = true)}>
        <Icon name="share" />
        <span>{t("share")}</span>
      </button>
      {open.value && <ShareDialog id={id} kind={kind} line={line} watch={watch} onClose={() => (open.value = false)} />}
    </>
  );
}

function ShareDialog({ id, kind, line, watch, onClose }: Props & { onClose: () => void }) {
  const progress = useSignal<number | null>(null);
  const formats = (metaOf(kind).formats ?? []).filter((f) => f.write);
  const make = async (what: "png" | "gif") => {
    progress.value = 0;
    try {
      const replay = await api.replay(line());
      const blob = what === "png" ? await makePicture(kind, replay) : await makeGif(kind, replay, (part) => (progress.value = part));
      offerFile(blob, `heibai-${kind}-${id}.${what}`);
    } catch (error) {
      complain(error);
    } finally {
      progress.value = null;
    }
  };
  const take = async (format: string) => {
    try {
      const file = await api.exported(id, format);
      const name = /filename="([^"]+)"/.exec(file.headers.get("Content-Disposition") ?? "")?.[1];
      offerFile(await file.blob(), name ?? `heibai-${id}.${format}`);
    } catch (error) {
      complain(error);
    }
  };
  // What is only in this browser cannot be watched from elsewhere.
  const link = watch && !isSite ? location.origin + watch : null;
  return (
    <Dialog id="share-dialog" title={t("share")} onClose={onClose}>
      {link && <LinkField link={link} label={t("watchLink")} />}
      <div class="actions start">
        <button id="share-png" disabled={progress.value !== null} onClick={() => void make("png")}>
          {t("picture")}
        </button>
        <button id="share-gif" disabled={progress.value !== null} onClick={() => void make("gif")}>
          {t("animation")}
        </button>
      </div>
      {progress.value !== null && <p role="status">{t("making", { n: Math.round(progress.value * 100) })}</p>}
      {formats.length > 0 && (
        <>
          <h3>{t("export")}</h3>
          <ul class="formats">
            {formats.map((f) => (
              <li key={f.name}>
                <button class="export" data-format={f.name} onClick={() => void take(f.name)}>
                  {tell(f.label)}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
