// The one gate for everything the window asks of main. Promises: every channel of the contract, each with its sender checked
// and its input parsed; what went wrong is a plain sentence. Refuses: strangers, other shapes, and to repeat what was sent.
import type { z } from "zod";
import { type Input, inputs, type Outputs } from "../../../preload/contract/channels.ts";
import { type Channel, channelNames } from "../../../preload/contract/names.ts";
import type { Log } from "../../engine/ports.ts";
import { refusals } from "../views/texts.ts";

export type Handlers = { [C in Channel]: (input: Input<C>) => Outputs[C] | Promise<Outputs[C]> };

export interface GateParts<Event> {
  /** Electron's `ipcMain`, as far as it is used. */
  ipc: { handle(channel: string, listener: (event: Event, ...args: unknown[]) => Promise<unknown>): void };
  handlers: Handlers;
  /** Whether the message comes from the main window's own top frame. */
  isTrusted: (event: Event) => boolean;
  log: Log;
}

/** Where and how an input did not fit; names of our own fields only, never what stood in them. */
function misfit(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue === undefined) return "unreadable";
  return issue.path.length === 0 ? issue.code : `${issue.path.map(String).join(".")}: ${issue.code}`;
}

async function answer<C extends Channel, Event>(
  { handlers, isTrusted, log }: GateParts<Event>,
  channel: C,
  event: Event,
  args: unknown[],
): Promise<Outputs[C]> {
  if (!isTrusted(event)) {
    log.warn({ channel }, "A request that did not come from the window was refused.");
    throw new Error(refusals.stranger);
  }
  const parsed = inputs[channel].safeParse(args.length > 1 ? args : args[0]);
  if (!parsed.success) {
    const where = misfit(parsed.error);
    log.warn({ channel, where }, "A request of the window did not fit its schema and was refused.");
    throw new Error(refusals.input(channel, where));
  }
  try {
    // The schema of this very channel made the value; TypeScript can't see that through the index.
    return await handlers[channel](parsed.data as Input<C>);
  } catch (error) {
    log.error({ channel, error }, "A request of the window failed.");
    throw new Error(refusals.failed(channel));
  }
}

/** Registers every channel of the contract, each once. */
export function registerIpc<Event>(parts: GateParts<Event>): void {
  for (const channel of channelNames) {
    parts.ipc.handle(channel, (event, ...args) => answer(parts, channel, event, args));
  }
}
