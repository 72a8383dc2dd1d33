// How the embedded board looks around its canvas; a page may set the colours of the text and the width.

export const STYLE = `
:host { display: block; max-width: 32rem; font: 0.95rem/1.4 system-ui, sans-serif; }
:host([hidden]) { display: none; }
canvas { display: block; width: 100%; aspect-ratio: 1; border-radius: 6px; touch-action: manipulation; }
canvas:focus-visible, button:focus-visible { outline: 3px solid #2b6cb0; outline-offset: 2px; }
.bar { display: flex; gap: 0.4rem; margin-top: 0.5rem; }
.bar:not(:has(button:not([hidden]))) { display: none; }
button { min-width: 44px; min-height: 40px; font: inherit; color: inherit; background: transparent;
  border: 1px solid color-mix(in srgb, currentColor 35%, transparent); border-radius: 8px; cursor: pointer; }
button:disabled { opacity: 0.4; cursor: default; }
button[hidden] { display: none; }
p { margin: 0.4rem 0 0; min-height: 1.4em; }
`;
