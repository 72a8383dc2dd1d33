// A worker that is one of the threads of a search.

import { serve } from "./host.mjs";
import type { FromHelper, ToHelper } from "./messages";

const tell = (message: FromHelper) => postMessage(message);

onmessage = ({ data: { module, memory, crew, number } }: MessageEvent<ToHelper>) => {
  serve(module, memory, crew, number, () => tell({ ready: true })).catch((error) => tell({ failed: String(error) }));
};
