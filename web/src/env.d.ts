/// <reference types="vite/client" />

/** What `cargo xtask site` tells the page: the names of files that it made. */
interface ImportMetaEnv {
  readonly VITE_CORE?: string;
  readonly VITE_WEIGHTS?: string;
}
