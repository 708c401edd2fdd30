// Takes echoes of a secret out of what a server sent. Promises: found in every form, across any borders of chunks; what can
// be no part of an echo is passed on at once. Refuses: to hold back more than could still become one.
import { begunAt, formsOf, patternOf } from "./scrub-forms.ts";

/** What stands where a secret stood. */
export const scrubbed = "[secret]";
/** A beginning of a secret at the very end of an answer is scrubbed from this many characters on. */
const tellingCharacters = 8;

export interface ScrubStream {
  push(chunk: Uint8Array): Buffer;
  /** What was held back. */
  end(): Buffer;
}

export interface Scrub {
  text(text: string): string;
  stream(): ScrubStream;
}

/** Nothing to look for. */
export const noScrub: Scrub = {
  text: (text) => text,
  stream: () => ({
    push: (chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
    end: () => Buffer.alloc(0),
  }),
};

/** @param values printable ASCII, each long enough not to blacken ordinary words; the caller has checked both */
export function createScrub(values: readonly string[]): Scrub {
  const forms = values.flatMap(formsOf);
  const pattern = patternOf(forms);
  const longest = Math.max(...forms.map((form) => form.longest));
  const firsts = new Set(forms.flatMap(({ units: [first = []] }) => first.map((way) => way.charAt(0))));

  /** Where the end of `text` could be the beginning of an echo, with at least `least` characters of it; its length if nowhere. */
  function begins(text: string, least: number): number {
    for (let at = Math.max(0, text.length - longest); at < text.length; at++) {
      if (firsts.has(text.charAt(at)) && forms.some((form) => begunAt(text, at, form) >= least)) return at;
    }
    return text.length;
  }

  function stream(): ScrubStream {
    let held = "";
    return {
      push(chunk) {
        // One character a byte: what is looked for is ASCII, and every other byte goes through as it came.
        const text = held + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
        let clean = "";
        let done = 0;
        for (const match of text.matchAll(pattern)) {
          clean += text.slice(done, match.index) + scrubbed;
          done = match.index + match[0].length;
        }
        const rest = text.slice(done);
        const border = begins(rest, 1);
        held = rest.slice(border);
        return Buffer.from(clean + rest.slice(0, border), "latin1");
      },
      end() {
        const border = begins(held, tellingCharacters);
        const last = border < held.length ? held.slice(0, border) + scrubbed : held;
        held = "";
        return Buffer.from(last, "latin1");
      },
    };
  }

  return { text: (text) => text.replace(pattern, scrubbed), stream };
}
