// The faces of the opponents, drawn from a few parts: head, ears, eyes, and what makes each of them itself.

import type { JSX } from "preact";

type Face = {
  ground: string;
  fur: string;
  inner: string;
  ears: "none" | "round" | "pointed" | "long" | "tufts" | "horns";
  eye: string;
  more: (inner: string, fur: string) => JSX.Element;
};

const muzzle = (fill: string, nose = "#33261f") => (
  <>
    <ellipse cx={32} cy={43} rx={10} ry={8} fill={fill} />
    <path d="M28.5 39.5h7l-3.5 4z" fill={nose} />
    <path d="M32 43.5v2.5m0 0q-3 3-6 .5m6-.5q3 3 6 .5" fill="none" stroke={nose} stroke-width={1.4} stroke-linecap="round" />
  </>
);
const whiskers = (colour: string) => (
  <path d="M14 40l9 2M14 46l9-1M50 40l-9 2M50 46l-9-1" stroke={colour} stroke-width={1.2} fill="none" stroke-linecap="round" />
);

const FACES: Record<string, Face> = {
  chick: {
    ground: "#e4f1dc",
    fur: "#f8d048",
    inner: "#ef8b2c",
    ears: "none",
    eye: "#2b2620",
    more: (inner) => (
      <>
        <path d="M29 15q-2-8 3-9 -1 4 3 9z" fill="#f1b92e" />
        <path d="M26 39l6-4 6 4-6 6z" fill={inner} />
      </>
    ),
  },
  rabbit: {
    ground: "#c9dff5",
    fur: "#f2ece6",
    inner: "#f2b8bd",
    ears: "long",
    eye: "#3a2b2b",
    more: (inner) => (
      <>
        <path d="M29 40h6l-3 4z" fill={inner} />
        <rect x={29.6} y={45} width={4.8} height={5} rx={1} fill="#fff" stroke="#c9bfb4" stroke-width={0.6} />
      </>
    ),
  },
  kitten: {
    ground: "#fbe9dc",
    fur: "#f0a35b",
    inner: "#f7cfc0",
    ears: "pointed",
    eye: "#2f6b3a",
    more: (inner) => (
      <>
        <path d="M26 18l2 7M32 16v8M38 18l-2 7" stroke="#c9712c" stroke-width={2.4} stroke-linecap="round" />
        {muzzle(inner, "#b4524b")}
        {whiskers("#8a5a34")}
      </>
    ),
  },
  puppy: {
    ground: "#dff0f2",
    fur: "#d8b184",
    inner: "#f5e8d5",
    ears: "none",
    eye: "#2b2018",
    more: (inner) => (
      <>
        <path d="M15 22q-9 4-6 22 6 1 9-8z" fill="#8f5f38" />
        <path d="M49 22q9 4 6 22-6 1-9-8z" fill="#8f5f38" />
        {muzzle(inner)}
        <path d="M30 49q2 7 5 0z" fill="#e2737a" />
      </>
    ),
  },
  squirrel: {
    ground: "#eef0d6",
    fur: "#b5622f",
    inner: "#f3dcbf",
    ears: "tufts",
    eye: "#241a12",
    more: (inner) => (
      <>
        <ellipse cx={22} cy={43} rx={7} ry={6} fill={inner} />
        <ellipse cx={42} cy={43} rx={7} ry={6} fill={inner} />
        {muzzle(inner)}
      </>
    ),
  },
  panda: {
    ground: "#dcebdc",
    fur: "#fafafa",
    inner: "#fafafa",
    ears: "round",
    eye: "#fafafa",
    more: (inner) => muzzle(inner),
  },
  fox: {
    ground: "#e3e9f3",
    fur: "#dd6b2a",
    inner: "#fff6ec",
    ears: "pointed",
    eye: "#2d1d12",
    more: (inner) => (
      <>
        <path d="M11 36q12 0 21 16Q41 36 53 36q-6 19-21 19T11 36z" fill={inner} />
        <path d="M28 47h8l-4 5z" fill="#2d1d12" />
      </>
    ),
  },
  monkey: {
    ground: "#f5ead0",
    fur: "#7b5034",
    inner: "#edc9a1",
    ears: "none",
    eye: "#2b1c12",
    more: (inner, fur) => (
      <>
        <circle cx={10} cy={34} r={7} fill={fur} />
        <circle cx={54} cy={34} r={7} fill={fur} />
        <circle cx={10} cy={34} r={4} fill={inner} />
        <circle cx={54} cy={34} r={4} fill={inner} />
        <path d="M32 23q-6-7-13 1-3 8 2 13-2 14 11 14t11-14q5-5 2-13-7-8-13-1z" fill={inner} />
        <path d="M30 40h1M33 40h1" stroke="#2b1c12" stroke-width={1.8} stroke-linecap="round" />
        <path d="M25 45q7 5 14 0" fill="none" stroke="#2b1c12" stroke-width={1.6} stroke-linecap="round" />
      </>
    ),
  },
  crane: {
    ground: "#dbe7f1",
    fur: "#fbfbfa",
    inner: "#c8402f",
    ears: "none",
    eye: "#1d1d20",
    more: (inner) => (
      <>
        <path d="M20 20q12-13 24 0-12 6-24 0z" fill={inner} />
        <path d="M18 50q14 12 28 0l-3 12H21z" fill="#26272b" />
        <path d="M28 38h8l-4 22z" fill="#e0a63a" />
      </>
    ),
  },
  wolf: {
    ground: "#dfe3e8",
    fur: "#7b828c",
    inner: "#dfe2e6",
    ears: "pointed",
    eye: "#e7b53c",
    more: (inner) => (
      <>
        <path d="M13 33q9 2 12 10 1 9 7 11 6-2 7-11 3-8 12-10-3 22-19 24-16-2-19-24z" fill={inner} />
        <path d="M28 43h8l-4 5z" fill="#22252a" />
        <path d="M20 25l8 4M44 25l-8 4" stroke="#4b525c" stroke-width={2.6} stroke-linecap="round" />
      </>
    ),
  },
  owl: {
    ground: "#e9e2f0",
    fur: "#8b6a4c",
    inner: "#f0e2c8",
    ears: "tufts",
    eye: "#2a1d10",
    more: (inner) => (
      <>
        <circle cx={23} cy={33} r={10} fill={inner} />
        <circle cx={41} cy={33} r={10} fill={inner} />
        <circle cx={23} cy={33} r={10} fill="none" stroke="#4a3524" stroke-width={1.6} />
        <circle cx={41} cy={33} r={10} fill="none" stroke="#4a3524" stroke-width={1.6} />
        <path d="M28.5 40h7L32 47z" fill="#e3a531" />
      </>
    ),
  },
  dragon: {
    ground: "#f4e3c6",
    fur: "#2b5f57",
    inner: "#cfe3c8",
    ears: "horns",
    eye: "#e8b02e",
    more: (inner) => (
      <>
        <path d="M18 41q14-7 28 0 2 13-14 13T18 41z" fill={inner} />
        <circle cx={27} cy={42} r={1.6} fill="#1d3b36" />
        <circle cx={37} cy={42} r={1.6} fill="#1d3b36" />
        <path d="M22 49q10 5 20 0" fill="none" stroke="#1d3b36" stroke-width={1.6} stroke-linecap="round" />
        <path d="M16 44q-9 3-9 11M48 44q9 3 9 11" fill="none" stroke="#c8402f" stroke-width={2} stroke-linecap="round" />
        <path d="M32 10l-5 8h10z" fill="#c8402f" />
      </>
    ),
  },
};

function Ears({ kind, fur, inner }: { kind: Face["ears"]; fur: string; inner: string }) {
  switch (kind) {
    case "round":
      return (
        <>
          <circle cx={15} cy={16} r={8} fill="#26272b" />
          <circle cx={49} cy={16} r={8} fill="#26272b" />
        </>
      );
    case "pointed":
      return (
        <>
          <path d="M10 30L12 6l16 12z" fill={fur} />
          <path d="M54 30L52 6 36 18z" fill={fur} />
          <path d="M14 22l1-10 8 6zM50 22l-1-10-8 6z" fill={inner} />
        </>
      );
    case "long":
      return (
        <>
          <ellipse cx={22} cy={13} rx={6} ry={14} fill={fur} />
          <ellipse cx={42} cy={13} rx={6} ry={14} fill={fur} />
          <ellipse cx={22} cy={14} rx={3} ry={9} fill={inner} />
          <ellipse cx={42} cy={14} rx={3} ry={9} fill={inner} />
        </>
      );
    case "tufts":
      return <path d="M12 26L9 6l14 10zM52 26L55 6 41 16z" fill={fur} />;
    case "horns":
      return <path d="M20 18Q10 14 12 3q5 7 14 10zM44 18q10-4 8-15-5 7-14 10z" fill="#e0b45a" />;
    case "none":
      return null;
  }
}

/** A face; decoration beside the name. */
export function Portrait({ player }: { player: string }) {
  const face = FACES[player];
  if (!face) return null;
  const { ground, fur, inner, ears, eye, more } = face;
  const isPanda = player === "panda";
  return (
    <svg class="portrait" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx={32} cy={32} r={32} fill={ground} />
      <Ears kind={ears} fur={fur} inner={inner} />
      <circle cx={32} cy={35} r={22} fill={fur} stroke="rgb(0 0 0 / 10%)" />
      {isPanda && (
        <>
          <ellipse cx={23} cy={34} rx={6} ry={7.5} fill="#26272b" transform="rotate(20 23 34)" />
          <ellipse cx={41} cy={34} rx={6} ry={7.5} fill="#26272b" transform="rotate(-20 41 34)" />
        </>
      )}
      {more(inner, fur)}
      <circle cx={23.5} cy={33} r={3.2} fill={eye} />
      <circle cx={40.5} cy={33} r={3.2} fill={eye} />
      <circle cx={24.4} cy={32} r={1.1} fill={isPanda ? "#26272b" : "#fff"} />
      <circle cx={41.4} cy={32} r={1.1} fill={isPanda ? "#26272b" : "#fff"} />
    </svg>
  );
}
