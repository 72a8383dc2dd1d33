/// <reference types="vite/client" />

/** What `cargo xtask site` tells the page: the files that it made. */
interface ImportMetaEnv {
  readonly VITE_MODULES?: string;
  readonly VITE_WEIGHTS?: string;
}
