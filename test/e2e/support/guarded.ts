// The real window and a server outside that counts who asks, for tests of what no page may do.
// Promises: after each test nobody asked outside, the page is still its own, and there is one window.
import { createServer, type Server } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { launchNightjar, type RunningApp } from "./app.ts";
import { type Desktop, startDesktop } from "./desktop/desktop.ts";

export interface Guarded {
  nightjar: RunningApp;
  desktop: Desktop;
  outsideUrl: string;
}

/** Registers the hooks of one file. */
export function useGuardedPage(): Guarded {
  const guarded = {} as Guarded;
  let profile = "";
  let outside: Server;
  let asked: string[] = [];

  test.beforeAll(async () => {
    outside = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("outside");
    });
    await new Promise<void>((listening) => outside.listen(0, "127.0.0.1", listening));
    guarded.outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
    profile = await mkdtemp(join(tmpdir(), "nightjar-security-"));
    guarded.desktop = await startDesktop();
    guarded.nightjar = await launchNightjar({ desktop: guarded.desktop, profile });
    await guarded.nightjar.page.getByRole("link", { name: "Today" }).waitFor();
  });

  test.afterAll(async () => {
    await guarded.nightjar?.close();
    await guarded.desktop?.stop();
    await new Promise((closed) => outside.close(closed));
    await rm(profile, { recursive: true, force: true });
  });

  test.beforeEach(() => {
    asked = [];
  });

  test.afterEach(async () => {
    expect(asked).toEqual([]);
    // The page's own routes are fragments.
    expect(guarded.nightjar.page.url().replace(/#.*/, "")).toBe("app://bundle/index.html");
    expect(await guarded.nightjar.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
  });
  return guarded;
}
