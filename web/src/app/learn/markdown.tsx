// As much of Markdown as the course is written in: headings, paragraphs, lists, tables, code, pictures and links.

import type { ComponentChildren, JSX } from "preact";

/** Where a link of the text leads, and where its pictures are. */
export type Places = { link: (address: string) => string; picture: (address: string) => string | undefined };

const INLINE = /(`[^`]+`|!\[[^\]]*\]\([^)]+\)|\[[^\]]*\]\([^)]+\)|\*\*[^*]+\*\*|\*[^*\s][^*]*\*)/;

function inline(text: string, places: Places): ComponentChildren[] {
  return text.split(INLINE).map((piece, i) => {
    const link = /^(!?)\[([^\]]*)\]\(([^)]+)\)$/.exec(piece);
    if (link) {
      const [, isPicture, words, address] = link;
      if (isPicture) return <img key={i} src={places.picture(address!)} alt={words} />;
      return (
        <a key={i} href={places.link(address!)}>
          {inline(words!, places)}
        </a>
      );
    }
    if (piece.startsWith("`") && piece.length > 2) {
      const code = piece.slice(1, -1);
      // An address of the page is one to follow.
      return code.startsWith("/lab?") ? (
        <a key={i} href={code}>
          {code}
        </a>
      ) : (
        <code key={i}>{code}</code>
      );
    }
    if (piece.startsWith("**") && piece.length > 4) return <strong key={i}>{piece.slice(2, -2)}</strong>;
    if (piece.startsWith("*") && piece.length > 2) return <em key={i}>{piece.slice(1, -1)}</em>;
    return piece;
  });
}

/** Lines that belong together: a fenced block with its blank lines, else what stands between blank lines; a heading is its own. */
export function blocksOf(text: string): string[][] {
  const blocks: string[][] = [];
  let now: string[] = [],
    isCode = false;
  const end = () => {
    if (now.length > 0) blocks.push(now);
    now = [];
  };
  for (const line of text.split("\n")) {
    const isFence = line.startsWith("```");
    if (isFence && !isCode) end();
    if (isCode || line.trim() !== "") now.push(line);
    else end();
    if (isFence) {
      if (isCode) end();
      isCode = !isCode;
    } else if (!isCode && line.startsWith("#")) end();
  }
  end();
  return blocks;
}

const POINT = /[\u3000-\u303f\uff00-\uffef“”‘’]/,
  HAN = /[\u4e00-\u9fff]/;
/** Lines as one text. A line's end is no space between two Chinese characters, or beside Chinese punctuation. */
export function joined(lines: readonly string[]): string {
  return lines.reduce((text, line) => {
    const [before, after] = [text.slice(-1), line.slice(0, 1)];
    const isBroken = POINT.test(before) || POINT.test(after) || (HAN.test(before) && HAN.test(after));
    return `${text}${isBroken ? "" : "\n"}${line}`;
  });
}

const ITEM = /^(?:[-*]|\d+\.) /;

/** The items of a list; a line that is indented goes on with the one before. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ""));
    else items.push(joined([items.pop() ?? "", line.trim()]));
  }
  return items;
}

const cellsOf = (line: string): string[] =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

function block(lines: readonly string[], places: Places): JSX.Element {
  const first = lines[0]!;
  if (first.startsWith("```")) return <pre tabIndex={0}>{lines.slice(1, -1).join("\n")}</pre>;
  if (first.startsWith("# ")) return <h1>{inline(first.slice(2), places)}</h1>;
  if (first.startsWith("#")) return <h2>{inline(first.replace(/^#+ /, ""), places)}</h2>;
  if (first.startsWith("|"))
    return (
      <table>
        {cellsOf(first).some((cell) => cell !== "") && (
          <thead>
            <tr>
              {cellsOf(first).map((cell, i) => (
                <th key={i}>{inline(cell, places)}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {lines.slice(2).map((line) => (
            <tr key={line}>
              {cellsOf(line).map((cell, i) => (
                <td key={i}>{inline(cell, places)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    );
  if (ITEM.test(first)) {
    const items = itemsOf(lines).map((item, i) => <li key={i}>{inline(item, places)}</li>);
    return /^\d/.test(first) ? <ol>{items}</ol> : <ul>{items}</ul>;
  }
  return <p>{inline(joined(lines), places)}</p>;
}

export function Markdown({ text, places }: { text: string; places: Places }) {
  return (
    <>
      {blocksOf(text).map((lines, i) => (
        <div key={i}>{block(lines, places)}</div>
      ))}
    </>
  );
}
