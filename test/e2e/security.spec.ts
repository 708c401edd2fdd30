// What no page may do, tried from inside the real window. Each refusal is also looked at from main's side, where the page
// could not pretend. The network stays untouched: a loopback server counts who asks.
import { createServer, type Server } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { launchNightjar, type RunningApp } from "./support/app.ts";
import { type Desktop, startDesktop } from "./support/desktop/desktop.ts";

let desktop: Desktop;
let nightjar: RunningApp;
let profile = "";
let outside: Server;
let asked: string[] = [];
let outsideUrl = "";

test.beforeAll(async () => {
  outside = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("outside");
  });
  await new Promise<void>((listening) => outside.listen(0, "127.0.0.1", listening));
  outsideUrl = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  profile = await mkdtemp(join(tmpdir(), "nightjar-security-"));
  desktop = await startDesktop();
  nightjar = await launchNightjar({ desktop, profile });
  await nightjar.page.getByRole("link", { name: "Today" }).waitFor();
});

test.afterAll(async () => {
  await nightjar?.close();
  await desktop?.stop();
  await new Promise((closed) => outside.close(closed));
  await rm(profile, { recursive: true, force: true });
});

test.beforeEach(() => {
  asked = [];
});

test.afterEach(async () => {
  expect(asked).toEqual([]);
  // The page's own routes are fragments.
  expect(nightjar.page.url().replace(/#.*/, "")).toBe("app://bundle/index.html");
  expect(await nightjar.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

/** Does something in the page and tells whether main prevented the navigation that follows from it. */
async function prevented(inPage: (outside: string) => void): Promise<boolean> {
  await nightjar.app.evaluate(({ BrowserWindow }) => {
    const told = new Promise<boolean>((resolve) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // Added after the guard's own listener, so it sees what the guard did.
      contents?.once("will-frame-navigate", (details) => resolve(details.defaultPrevented));
    });
    Object.assign(globalThis, { told });
  });
  await nightjar.page.evaluate(inPage, outsideUrl);
  return nightjar.app.evaluate(() => (globalThis as unknown as { told: Promise<boolean> }).told);
}

test("the page runs in a sandbox, isolated, without Node", async () => {
  const preferences = await nightjar.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    return contents.getLastWebPreferences();
  });
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    webSecurity: true,
  });
  expect(preferences["nodeIntegrationInSubFrames"] ?? false).toBe(false);
  expect(preferences["allowRunningInsecureContent"] ?? false).toBe(false);
  const reach = await nightjar.page.evaluate(() => {
    const names = [
      "require",
      "process",
      "module",
      "exports",
      "Buffer",
      "global",
      "__dirname",
      "electron",
      "ipcRenderer",
    ];
    return names.filter((name) => name in window);
  });
  expect(reach).toEqual([]);
});

test("the page gets exactly the bridge, and cannot change it", async () => {
  const bridge = await nightjar.page.evaluate(() => {
    const keys = Object.keys(window.nightjar).sort();
    try {
      (window.nightjar as { call: unknown }).call = () => "mine";
    } catch {
      // Refused loudly or silently, both are fine.
    }
    return { keys, mine: String(window.nightjar.call).includes("mine") };
  });
  expect(bridge).toEqual({ keys: ["call", "onPush"], mine: false });
});

test("every view obeys the policy: no violation, and one would be counted", async () => {
  await nightjar.page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await nightjar.page.reload();
  const violations = () =>
    nightjar.page.evaluate(() => [...(window as unknown as { violations: string[] }).violations]);
  for (const view of ["Today", "Dead events", "Timers", "Activity", "Settings"]) {
    await nightjar.page.getByRole("link", { name: view }).click();
    await expect(nightjar.page.getByRole("main")).toBeVisible();
  }
  expect(await violations()).toEqual([]);
  await nightjar.page.evaluate(async (url) => {
    const script = document.createElement("script");
    script.textContent = "window.inlineRan = true";
    document.head.append(script);
    const frame = document.createElement("iframe");
    frame.src = `${url}/frame`;
    document.body.append(frame);
    const picture = document.createElement("img");
    picture.src = `${url}/picture`;
    document.body.append(picture);
    await fetch(`${url}/fetch`).catch(() => undefined);
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    for (const added of [script, frame, picture]) added.remove();
  }, outsideUrl);
  expect(await nightjar.page.evaluate(() => "inlineRan" in window)).toBe(false);
  const counted = (await violations()).map((violation) => violation.split(" ")[0]);
  expect(counted).toEqual(expect.arrayContaining(["script-src-elem", "frame-src", "img-src", "connect-src"]));
});

test("text is never made into code", async () => {
  const outcome = await nightjar.page.evaluate(
    () =>
      new Promise((resolve) => {
        // In a turn of its own: what a test evaluates is itself excepted from the policy.
        setTimeout(() => {
          try {
            resolve(new Function("return 1")());
          } catch (error) {
            resolve((error as Error).name);
          }
        });
      }),
  );
  expect(outcome).toBe("EvalError");
});

test("the page goes nowhere: no address, own or foreign, no form, no link", async () => {
  expect(await prevented((outside) => void (location.href = `${outside}/navigate`))).toBe(true);
  expect(await prevented(() => void (location.href = "app://bundle/other.html"))).toBe(true);
  expect(await prevented((outside) => location.assign(`${outside}/assign`))).toBe(true);
  await nightjar.page.evaluate((url) => {
    const form = document.createElement("form");
    form.action = `${url}/form`;
    document.body.append(form);
    form.submit();
    form.remove();
  }, outsideUrl);
  const clicked = await prevented((outside) => {
    const link = document.createElement("a");
    link.href = `${outside}/link`;
    document.body.append(link);
    link.click();
    link.remove();
  });
  expect(clicked).toBe(true);
});

test("the page opens no window", async () => {
  const opened = await nightjar.page.evaluate((url) => {
    const link = document.createElement("a");
    link.href = `${url}/blank`;
    link.target = "_blank";
    document.body.append(link);
    link.click();
    link.remove();
    return [window.open(`${url}/open`), window.open("about:blank"), window.open("app://bundle/index.html")].map(
      Boolean,
    );
  }, outsideUrl);
  expect(opened).toEqual([false, false, false]);
});

test("a webview is no element, and embedding one is refused", async () => {
  const kind = await nightjar.page.evaluate((url) => {
    const view = document.createElement("webview");
    view.setAttribute("src", `${url}/webview`);
    document.body.append(view);
    const made = view.constructor.name;
    view.remove();
    return made;
  }, outsideUrl);
  expect(kind).toBe("HTMLElement");
});

test("every permission is refused, whatever is asked", async () => {
  const answers = await nightjar.page.evaluate(async () => {
    const name = async (work: Promise<unknown>) =>
      work.then(
        (value) => (typeof value === "string" ? value : "granted"),
        (error: Error) => error.name,
      );
    const position = new Promise((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, (error) => reject(new DOMException("", `code ${error.code}`))),
    );
    return {
      notifications: await name(Notification.requestPermission()),
      camera: await name(navigator.mediaDevices.getUserMedia({ video: true, audio: true })),
      screen: await name(navigator.mediaDevices.getDisplayMedia()),
      place: await name(position),
      clipboard: await name(navigator.clipboard.readText()),
      query: (await navigator.permissions.query({ name: "notifications" })).state,
    };
  });
  expect(answers.notifications).toBe("denied");
  expect(answers.camera).toMatch(/^Not(Allowed|Found)Error$/);
  expect(answers.screen).not.toBe("granted");
  expect(answers.place).toBe("code 1");
  expect(answers.clipboard).toBe("NotAllowedError");
  expect(answers.query).toBe("denied");
});

test("app:// serves its own list and nothing beside it, by no spelling", async () => {
  const statuses = await nightjar.app.evaluate(async ({ session }) => {
    const pages = session.fromPartition("nightjar");
    const status = async (url: string, method = "GET") =>
      pages.fetch(url, { method }).then(
        (answer) => answer.status,
        () => "failed",
      );
    return {
      page: await status("app://bundle/index.html"),
      refused: await Promise.all(
        [
          "app://bundle/nothing.html",
          "app://bundle/package.json",
          "app://bundle/../package.json",
          "app://bundle/%2e%2e/package.json",
          "app://bundle/..%2f..%2fpackage.json",
          "app://bundle/..\\package.json",
          "app://bundle/index.html?x",
          "app://bundle//index.html",
          "app://other/index.html",
          "app://bundle/etc/passwd",
        ].map((url) => status(url)),
      ),
      posted: await status("app://bundle/index.html", "POST"),
    };
  });
  expect(statuses.page).toBe(200);
  expect(new Set(statuses.refused)).toEqual(new Set([404]));
  expect(statuses.posted).toBe(405);
});

test("the page's session reaches no network and no file, and downloads nothing", async () => {
  const outcomes = await nightjar.app.evaluate(async ({ session, BrowserWindow }, url) => {
    const pages = session.fromPartition("nightjar");
    const tried = async (address: string) =>
      pages.fetch(address).then(
        (answer) => (answer.ok ? "reached" : "refused"),
        () => "refused",
      );
    const download = new Promise<boolean>((resolve) => {
      pages.once("will-download", (event) => resolve(event.defaultPrevented));
    });
    BrowserWindow.getAllWindows()[0]?.webContents.downloadURL("app://bundle/index.html");
    return {
      network: await tried(`${url}/session`),
      file: await tried("file:///etc/passwd"),
      downloadPrevented: await download,
    };
  }, outsideUrl);
  expect(outcomes).toEqual({ network: "refused", file: "refused", downloadPrevented: true });
});

test("main answers its own window alone: the same page in another window is refused", async () => {
  const refusals = await nightjar.app.evaluate(async ({ BrowserWindow, session, app }) => {
    const own = BrowserWindow.getAllWindows()[0];
    const stranger = new BrowserWindow({
      show: false,
      webPreferences: {
        session: session.fromPartition("nightjar"),
        preload: `${app.getAppPath()}/dist/preload/index.cjs`,
        sandbox: true,
      },
    });
    try {
      await stranger.loadURL("app://bundle/index.html");
      const ask = `window.nightjar.call("status.get", undefined).then(() => "answered", (error) => error.message)`;
      return {
        stranger: (await stranger.webContents.executeJavaScript(ask)) as string,
        own: (await own?.webContents.executeJavaScript(ask)) as string,
      };
    } finally {
      stranger.destroy();
    }
  });
  expect(refusals).toEqual({ stranger: "Nightjar answers only its own window.", own: "answered" });
});

test("what does not fit its channel is refused with a plain sentence, without repeating it", async () => {
  const refusals = await nightjar.page.evaluate(async () => {
    const call = window.nightjar.call as (channel: string, input?: unknown) => Promise<unknown>;
    const tried = async (channel: string, input?: unknown) =>
      call(channel, input).then(
        () => "answered",
        (error: Error) => error.message,
      );
    return {
      extra: await tried("today.get", { x: 1 }),
      missing: await tried("approvals.answer", { id: "a" }),
      kind: await tried("dead.retry", { id: "hunter2'; drop table inbox" }),
      more: await tried("dead.retry", { id: 1, also: "hunter2" }),
      unknown: await tried("nightjar.secrets", {}),
      prototype: await tried("__proto__", {}),
    };
  });
  for (const sentence of Object.values(refusals)) {
    expect(sentence).toMatch(/^Nightjar (could not do this|knows no such request)/);
    expect(sentence).not.toMatch(/hunter2| at |Error:|zod/i);
  }
});

test("links open outside only by https and only through one place", async () => {
  await nightjar.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    Object.assign(shell, { openExternal: async (url: string) => void opened.push(url) });
  });
  const outcomes = await nightjar.page.evaluate(async (url) => {
    const addresses = [url, "file:///etc/passwd", "javascript:alert(1)", "smb://host/share", "https://a:b@github.com/"];
    const refused = await Promise.all(addresses.map((address) => window.nightjar.call("link.open", { url: address })));
    const opened = await window.nightjar.call("link.open", { url: "https://github.com/octo/porch" });
    return { refused: refused.map(({ ok }) => ok), opened: opened.ok };
  }, outsideUrl);
  expect(outcomes).toEqual({ refused: [false, false, false, false, false], opened: true });
  const opened = await nightjar.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  expect(opened).toEqual(["https://github.com/octo/porch"]);
});
