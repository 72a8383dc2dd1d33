// Folders of files behind a plain web server, as the tests of the site want them.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { root } from "./harness.mjs";

/** What `cargo xtask site` and `cargo xtask board` built. */
export const site = process.env.HEIBAI_SITE ?? join(root, "target/site");
export const boardPackage = process.env.HEIBAI_BOARD ?? join(root, "target/board");

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
};

/** A web server that knows nothing but files. */
export class Files {
  path = "/boards/heibai/";
  asked = [];
  /** Files that are sent otherwise than they lie there: a function of their bytes, by name. */
  changed = new Map();

  constructor(folder) {
    this.folder = folder;
  }

  start(port = 0) {
    this.server = createServer((request, response) => {
      const { pathname } = new URL(request.url, "http://here");
      this.asked.push(pathname);
      const inside = pathname.startsWith(this.path) ? pathname.slice(this.path.length) || "index.html" : "..";
      const file = join(this.folder, inside);
      const type = { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" };
      const changed = this.changed.get(inside);
      if (changed !== undefined) return response.writeHead(200, type).end(changed);
      if (inside.includes("..") || !existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
      response.writeHead(200, { ...type, "Content-Length": statSync(file).size });
      createReadStream(file).pipe(response);
    });
    return new Promise((done) =>
      this.server.listen(port, "127.0.0.1", () => {
        this.port = this.server.address().port;
        // Views stand behind the #.
        this.url = `http://127.0.0.1:${this.port}${this.path}#`;
        done();
      }),
    );
  }

  end() {
    this.server.closeAllConnections();
    return new Promise((done) => this.server.close(done));
  }
}

/** Plays the first legal point whenever it is one's turn, up to so many moves in all. */
export async function moves(person, most) {
  for (;;) {
    await person.until("(s) => s.live.outcome || s.you.seats.includes(s.live.turn)");
    const game = await person.state();
    if (game.live.outcome || game.moves.length >= most) return game;
    await person.click(game.live.legal[0]);
    await person.until("(s, ply) => s.live.ply > ply || s.live.outcome", game.live.ply);
  }
}
