// A link that a phone's camera reads.

import { useMemo } from "preact/hooks";
import { qrCode } from "./qr";

/** Light modules around the code, so that a camera finds it. */
const QUIET = 4;

export function QrCode({ text, label }: { text: string; label: string }) {
  const code = useMemo(() => qrCode(text), [text]);
  if (!code) return null;
  const { size, dark } = code;
  const squares = dark.map((isDark, i) => (isDark ? `M${(i % size) + QUIET} ${Math.floor(i / size) + QUIET}h1v1h-1z` : "")).join("");
  const side = size + 2 * QUIET;
  return (
    <svg class="qr" role="img" aria-label={label} viewBox={`0 0 ${side} ${side}`} shape-rendering="crispEdges">
      <rect width={side} height={side} fill="#fff" />
      <path d={squares} fill="#000" />
    </svg>
  );
}
