// What the sandboxed page gets of the world: `window.nightjar`, exactly NightjarApi.
// Promises: only the contract's channels pass, errors arrive as main's plain sentence. Refuses: Electron objects in the page.
import { contextBridge, ipcRenderer } from "electron";
import type { NightjarApi } from "./contract/api.ts";
import type { Outputs } from "./contract/channels.ts";
import { channelNames, pushChannel } from "./contract/names.ts";
import type { PushMessage } from "./contract/views.ts";

const known: ReadonlySet<string> = new Set(channelNames);

/** Electron puts the channel and the error's class in front of what main said; the person needs neither. */
function plainSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^Error invoking remote method '[^']*': (?:[A-Za-z]*Error: )?/, "");
}

const api: NightjarApi = {
  async call(channel, input) {
    if (!known.has(channel)) throw new Error("Nightjar knows no such request.");
    try {
      const answer: unknown = await ipcRenderer.invoke(channel, input);
      // Main made it by the contract of this very channel.
      return answer as Outputs[typeof channel];
    } catch (error) {
      throw new Error(plainSentence(error));
    }
  },
  onPush(listener) {
    const pass = (_event: unknown, message: PushMessage) => listener(message);
    ipcRenderer.on(pushChannel, pass);
    return () => void ipcRenderer.off(pushChannel, pass);
  },
};

contextBridge.exposeInMainWorld("nightjar", api);
