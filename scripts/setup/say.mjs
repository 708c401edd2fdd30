// Promises calm progress on stderr (one line for each step, with its time), and failures that say what was tried, on what,
// why it did not work and what to do. Standard output stays free for what a script answers.

const heartbeatSeconds = 15;

/** Prints one line of progress. */
export function say(line) {
  process.stderr.write(`nightjar: ${line}\n`);
}

/**
 * An expected failure of the set-up, told to a person as one sentence and a way out.
 * @param {{ tried: string, why: string, todo: string, details?: string, exitCode?: number, stopped?: boolean }} parts `tried`
 *   completes "could not …"; `details` is other programs' output, shown as it is; `stopped` when the person wanted the end.
 */
export function failure(parts) {
  return Object.assign(new Error(`could not ${parts.tried}: ${parts.why}`), { setupFailure: parts });
}

/**
 * Runs one step and says how it went. A step that takes long shows that it is alive, with what `detail` has to tell.
 * @param {string} label what is being done, as a noun phrase
 * @param {(detail: (text: string) => void) => Promise<T>} work
 * @returns {Promise<T>} what `work` returns
 * @template T
 */
export async function step(label, work) {
  const startedAt = Date.now();
  const elapsed = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  let latest = "";
  say(`${label} …`);
  const heartbeat = setInterval(() => say(`${label}: ${latest}${elapsed()} so far`), heartbeatSeconds * 1000);
  try {
    const result = await work((text) => {
      latest = `${text}, `;
    });
    say(`${label}: done in ${elapsed()}`);
    return result;
  } catch (error) {
    say(`${label}: ${error?.setupFailure?.stopped ? "stopped" : "failed"} after ${elapsed()}`);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Runs a script's body and turns what goes wrong into words and the failure's exit code, else 1. A body's number becomes the exit code.
 * @param {() => Promise<number | void>} body
 */
export async function main(body) {
  try {
    process.exitCode = (await body()) ?? 0;
  } catch (error) {
    process.exitCode = 1;
    const parts = error?.setupFailure;
    if (parts === undefined) {
      process.stderr.write(`nightjar: unexpected error, please report it.\n${error?.stack ?? error}\n`);
      return;
    }
    process.exitCode = parts.exitCode ?? 1;
    if (parts.stopped) {
      say(`stopped. ${parts.todo}`);
      return;
    }
    if (parts.details) process.stderr.write(`${parts.details.trimEnd()}\n`);
    say(`could not ${parts.tried}: ${parts.why}`);
    say(`what to do: ${parts.todo}`);
  }
}
