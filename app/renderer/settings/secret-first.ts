// Sends a form that may bring a secret: the secret first, since what names one that is not there yet would fail meanwhile.
// Refuses to go on when the secret was not kept.
import { useState } from "react";
import type { Input } from "../../preload/contract/channels.ts";
import type { Done } from "../../preload/contract/views.ts";
import { useCommand } from "../api/queries.ts";

type Saving = "model.save" | "servers.save";

/** @param close gets what main said of the save */
export function useSecretFirst<C extends Saving>(channel: C, close: (done: Done) => void) {
  const setSecret = useCommand("settings.setSecret", ["settings"]);
  const save = useCommand(channel, ["settings"]);
  const [failed, setFailed] = useState<string | null>(null);
  const send = async (secret: Input<"settings.setSecret"> | null, input: Input<C>): Promise<void> => {
    setFailed(null);
    try {
      const kept = secret === null ? null : await setSecret.mutateAsync(secret);
      if (kept?.ok === false) return setFailed(kept.sentence);
      const saved: Done = await save.mutateAsync(input);
      if (!saved.ok) return setFailed(saved.sentence);
      close(saved);
    } catch (error) {
      setFailed(error instanceof Error ? error.message : String(error));
    }
  };
  return { send, failed, sending: setSecret.isPending || save.isPending };
}
