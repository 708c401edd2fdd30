// Bodies on their way through, counted and bounded. Promises: nothing is buffered beyond a chunk and what may become an echo;
// `over` is told once, with what went through. Refuses: more bytes than the limit.
import { pipeline, type Readable, Transform } from "node:stream";
import type { OpenAnswer } from "../tools/gate.ts";
import type { Scrub } from "./scrub.ts";

export interface Counted {
  stream: Readable;
  bytes(): number;
  from(body: Readable): void;
  /** Lets go of it; what still comes from the caller is not read. */
  drop(): void;
  /** Why it ended early, in words; null when it did not. */
  fault(): string | null;
}

/** A caller's body. More than `most` bytes end it with `tooLarge`. */
export function counted(most: number, tooLarge: string): Counted {
  let bytes = 0;
  let fault: string | null = null;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > most) done(new Error(tooLarge));
      else done(null, chunk);
    },
  });
  return {
    stream,
    bytes: () => bytes,
    from: (body) => {
      pipeline(body, stream, (error) => {
        if (error) fault ??= bytes > most ? tooLarge : null;
      });
    },
    drop: () => stream.destroy(),
    fault: () => fault ?? (bytes > most ? tooLarge : null),
  };
}

/**
 * A server's body without echoes, up to `most` bytes.
 * @param over told once, when it has ended for whatever reason
 */
export function scrubbedThrough(
  seen: OpenAnswer,
  scrub: Scrub,
  most: number,
  over: (more: { reason: string | null; received_bytes: number }) => void,
): Readable {
  const { push, end } = scrub.stream();
  let received = 0;
  const clean = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (received > most) return done(new Error(`the answer is longer than ${most} bytes`));
      const part = push(chunk);
      if (part.length === 0) done();
      else done(null, part);
    },
    flush(done) {
      const part = end();
      if (part.length === 0) done();
      else done(null, part);
    },
  });
  pipeline(seen.body, clean, (error) => {
    const code = error?.code;
    const gone = code === "ERR_STREAM_PREMATURE_CLOSE" && clean.destroyed && !clean.errored;
    const reason = gone ? "the caller did not wait for the end" : seen.whyBroken(error);
    over({ received_bytes: received, reason: error ? (received > most ? error.message : reason) : null });
  });
  return clean;
}
