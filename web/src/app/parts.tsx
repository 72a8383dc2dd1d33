// Small pieces that several views use.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { dismiss } from "./notice";
import { NoticeSpot } from "./NoticeSpot";
import { t } from "../words";

const PATHS: Record<string, string> = {
  sun: "M12 7a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 1v3M12 20v3M1 12h3M20 12h3M4.2 4.2l2.1 2.1M17.7 17.7l2.1 2.1M4.2 19.8l2.1-2.1M17.7 6.3l2.1-2.1",
  moon: "M20.5 14.5A8.5 8.5 0 1 1 9.5 3.5a7 7 0 0 0 11 11z",
  gear: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5zM9 14.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
  flag: "M5 21V4M5 4h12l-2.5 4L17 12H5",
  pass: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM8 12h8",
  chart: "M4 19h16M4 15l5-6 4 3 6-8",
  first: "M18 6l-7 6 7 6zM7 6v12",
  previous: "M15 6l-7 6 7 6z",
  next: "M9 6l7 6-7 6z",
  last: "M6 6l7 6-7 6zM17 6v12",
  play: "M7 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  draw: "M5 9h14M5 15h14",
  share: "M12 15V4M8 8l4-4 4 4M5 13v6h14v-6",
  whole: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  plus: "M12 5v14M5 12h14",
  tree: "M5 12h5M10 12V6h8M10 12v6h8M10 12h8",
  lab: "M9 3h6M10 3v6l-5 9a2 2 0 0 0 1.8 3h10.4a2 2 0 0 0 1.8-3l-5-9V3M7.5 15h9",
  edit: "M4 20h4L19 9l-4-4L4 16zM13 7l4 4",
  folder: "M3 6h6l2 2h10v11H3z",
  close: "M6 6l12 12M18 6L6 18",
};

export function Icon({ name }: { name: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** A choice among a few things, as a row of buttons. */
export function Choice<T extends string | number>(props: {
  label: string;
  options: { value: T; text: string; title?: string }[];
  value: T;
  onChange: (value: T) => void;
  name: string;
}) {
  return (
    <fieldset class="choice">
      <legend>{props.label}</legend>
      <div class="segments">
        {props.options.map((option) => (
          <label key={String(option.value)} title={option.title}>
            <input
              type="radio"
              name={props.name}
              value={String(option.value)}
              checked={option.value === props.value}
              onChange={() => props.onChange(option.value)}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Select<T extends string | number>(props: {
  label: string;
  options: { value: T; text: string }[];
  value: T;
  onChange: (value: T) => void;
  id: string;
}) {
  const chosen = (text: string) => props.options.find((o) => String(o.value) === text)!.value;
  return (
    <label class="field" for={props.id}>
      <span>{props.label}</span>
      <select id={props.id} value={String(props.value)} onChange={(e) => props.onChange(chosen(e.currentTarget.value))}>
        {props.options.map((o) => (
          <option key={String(o.value)} value={String(o.value)}>
            {o.text}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Dialog({ title, onClose, children, id }: { title: string; onClose: () => void; children: ComponentChildren; id: string }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current!;
    // What was said before belongs to the page behind it.
    dismiss();
    if (!dialog.open) dialog.showModal();
    return () => dialog.close();
  }, []);
  return (
    <dialog
      ref={ref}
      class="dialog"
      id={id}
      aria-labelledby={`${id}-title`}
      onCancel={(e) => {
        e.preventDefault();
        onClose();
      }}
      onClick={(e) => {
        if (e.target === e.currentTarget) onClose();
      }}
    >
      <div class="sheet">
        <div class="dialog-head">
          <div class="dialog-title">
            <h2 id={`${id}-title`}>{title}</h2>
            <NoticeSpot rank={2} />
          </div>
          <button class="flat" aria-label={t("close")} onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

export function Switch({ label, value, onChange, id }: { label: string; value: boolean; onChange: (v: boolean) => void; id: string }) {
  return (
    <label class="switch" for={id}>
      <span>{label}</span>
      <input id={id} type="checkbox" role="switch" checked={value} onChange={(e) => onChange(e.currentTarget.checked)} />
    </label>
  );
}

export const formatNumber = (value: number): string => {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)}G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)}M`;
  if (value >= 1e3) return `${(value / 1e3).toFixed(1)}k`;
  return String(value);
};

type Columns = readonly Parameters<typeof t>[0][];

/** The head of a table; the columns are named by words. */
export function Head({ columns }: { columns: Columns }) {
  return (
    <thead>
      <tr>
        {columns.map((word) => (
          <th key={word} scope="col">
            {t(word)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** A table with its scroll, named by `label`. */
export function Grid({ label, columns, children }: { label: string; columns: Columns; children: ComponentChildren }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class="grid">
        <Head columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
