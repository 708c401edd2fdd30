// The window's own files, read once at start into a fixed list. Promises: what is not in the list does not exist, so no path
// trick can reach anything else. Refuses: a build without its page.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

export interface BundleFile {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** By path as the page asks for it: `/index.html`, `/assets/main.js`. */
export type BundleFiles = ReadonlyMap<string, BundleFile>;

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/**
 * @param folder `dist/renderer`
 * @throws when the page is missing, or a file is of a kind the window has no use for
 */
export function readBundleFiles(folder: string): BundleFiles {
  const files = new Map<string, BundleFile>();
  const read = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = `${below}/${entry.name}`;
      if (entry.isDirectory()) read(path);
      else if (entry.isFile()) {
        const type = types[extname(entry.name)];
        if (type === undefined) throw new Error(`The window's files hold ${path}, whose kind is not known.`);
        files.set(path, { type, bytes: new Uint8Array(readFileSync(join(folder, path))) });
      }
    }
  };
  try {
    read("");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  if (!files.has("/index.html")) {
    throw new Error(`Nightjar could not find its window in ${folder}. Build it with "npm run build".`);
  }
  return files;
}
