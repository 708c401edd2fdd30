// A sign-in over real HTTP, with the real tool host, proxy and gate, and a browser that goes where a page leads, and back.
import { onTestFinished } from "vitest";
import { createSignIns, type SignIns } from "../../../app/main/signin/sign-ins.ts";
import { serverCredentials } from "../../../app/main/toolhost/launches.ts";
import { memoryVault } from "../../support/mcp/memory-vault.ts";
import { openSignInServer } from "../../support/mcp/sign-in.ts";
import { openProxyWorld } from "../../support/proxy.ts";
import { rigOf, urlServer } from "../toolhost/rig.ts";

/** Follows the page and comes back, as a browser does. */
export const browse = async (page: string): Promise<boolean> => {
  const back = (await fetch(page, { redirect: "manual" })).headers.get("location");
  if (back === null) return false;
  await (await fetch(back)).text();
  return true;
};

export async function open(
  how: { browse?: (page: string) => Promise<boolean>; url?: (real: string) => string; now?: { at: number } } = {},
) {
  const server = await openSignInServer();
  onTestFinished(server.close);
  const settings = [urlServer("tracker", (how.url ?? ((url) => url))(server.url))];
  const vault = memoryVault();
  const now = how.now ?? { at: 1_800_000_000 };
  const timers: (() => void)[] = [];
  const proxy = openProxyWorld({ secret: vault.resolve, ownCredentials: () => serverCredentials(settings, signIns) });
  onTestFinished(proxy.close);
  const signIns: SignIns = createSignIns({
    ...{ servers: () => settings, vault, untilQuit: () => true, changed: () => undefined, signedIn: () => undefined },
    ...{ send: proxy.proxy.outgoing.send, open: how.browse ?? browse },
    clock: { now: () => now.at, monotonic: () => performance.now() },
    wait: (_ms, wake) => {
      timers.push(wake);
      return () => undefined;
    },
  });
  onTestFinished(() => signIns.close());
  const rig = rigOf(settings, {
    ...{ proxy: proxy.proxy, secret: vault.resolve, signIns, challenged: signIns.challenged },
    limits: { backoffMilliseconds: { first: 0, most: 0 }, unaskedStarts: 0 },
  });
  const { host } = rig;
  const call = (text: string) =>
    host.call({ tool: "tracker/echo", arguments: { text }, effectKey: "ek_1" }, new AbortController().signal);
  return { server, settings, host, signIns, vault, now, call, timers, proxy };
}

export const state = ({ host }: Awaited<ReturnType<typeof open>>) => host.states()[0]?.state;
