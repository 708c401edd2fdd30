// Saving what names a secret: the secret goes first, since what names one that is not there yet would refuse or fail meanwhile.
// Promises: what was refused is said, and a dialog closes only when all of it is done.
import { useState } from "react";
import type { Input } from "../../preload/contract/channels.ts";
import type { Done } from "../../preload/contract/views.ts";
import { useCommand } from "./queries.ts";

export function useSecretFirst(close: (done: Done) => void) {
  const setSecret = useCommand("settings.setSecret", ["settings"]);
  const [sending, setSending] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);

  /** Why it is not done; null when it is. */
  async function outcome(
    secret: Input<"settings.setSecret"> | null,
    save: () => Promise<Done>,
  ): Promise<string | null> {
    const kept = secret === null ? null : await setSecret.mutateAsync(secret);
    if (kept?.ok === false) return kept.sentence;
    const saved = await save();
    if (!saved.ok) return saved.sentence;
    close(saved);
    return null;
  }
  const send = async (secret: Input<"settings.setSecret"> | null, save: () => Promise<Done>): Promise<void> => {
    setFailed(null);
    setSending(true);
    setFailed(
      await outcome(secret, save).catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
    );
    setSending(false);
  };
  return { send, failed, sending };
}
