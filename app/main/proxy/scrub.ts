// Takes echoes of a secret out of what a server sent. Promises: found in every form, across any borders of chunks; what can
// be no part of an echo is passed on at once. Refuses: to hold back more than could still become one.
import { type Form, formsOf, leadsMax, lookAt, lowerFormsOf, mayBegin } from "../tools/secret-forms.ts";

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
  /** Whether the name of a header, in lower case, holds one. */
  isInName(name: string): boolean;
  stream(): ScrubStream;
}

/** Nothing to look for. */
export const noScrub: Scrub = {
  text: (text) => text,
  isInName: () => false,
  stream: () => ({
    push: (chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength),
    end: () => Buffer.alloc(0),
  }),
};

type Clean = (text: string, leastBegun: number) => { clean: string; rest: string };

function createClean(forms: readonly Form[]): Clean {
  const byLead = Array.from({ length: leadsMax }, (_, code) => forms.filter((form) => mayBegin(form, code)));
  const leads = Uint8Array.from(byLead, (some) => (some.length > 0 ? 1 : 0));

  /** Where the longest form that stands whole at `at` ends; minus what has begun there; 0 for neither. */
  function look(text: string, at: number, some: readonly Form[]): number {
    let begun = 0;
    let end = 0;
    for (const form of some) {
      const found = lookAt(text, at, form);
      if (found > end) end = found;
      else if (found < begun) begun = found;
    }
    return end > 0 ? end : begun;
  }

  /** `text` without whole echoes; `rest` is its end, where that could be an echo's beginning of `leastBegun` characters or more. */
  return (text, leastBegun) => {
    let kept = "";
    let done = 0;
    let border = -1;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < leadsMax && leads[code] !== 1) continue;
      const found = look(text, at, byLead[code] ?? forms);
      if (found > 0) {
        kept += text.slice(done, at) + scrubbed;
        done = found;
        border = -1;
        at = found - 1;
      } else if (border < 0 && -found >= leastBegun) border = at;
    }
    if (border < 0) return { clean: kept + text.slice(done), rest: "" };
    return { clean: kept + text.slice(done, border), rest: text.slice(border) };
  };
}

/** @param values each long enough not to blacken ordinary words; the caller has checked that */
export function createScrub(values: readonly string[]): Scrub {
  const clean = createClean(values.flatMap(formsOf));
  let inNames: Clean | null = null;

  function stream(): ScrubStream {
    let held = "";
    return {
      push(chunk) {
        // One character a byte: beyond ASCII the bytes are looked for, and every other one goes through as it came.
        const text = held + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
        const found = clean(text, 1);
        held = found.rest;
        return Buffer.from(found.clean, "latin1");
      },
      end() {
        const found = clean(held, tellingCharacters);
        held = "";
        return Buffer.from(found.clean + (found.rest === "" ? "" : scrubbed), "latin1");
      },
    };
  }

  return {
    text: (text) => clean(text, Number.POSITIVE_INFINITY).clean,
    isInName(name) {
      inNames ??= createClean(values.flatMap(lowerFormsOf));
      return inNames(name, Number.POSITIVE_INFINITY).clean !== name;
    },
    stream,
  };
}
