// What the shell refuses: permissions, files, other windows, bad input, links.
// Each refusal is also looked at from main's side, where the page could not pretend.
import { expect, test } from "@playwright/test";
import { useGuardedPage } from "./support/guarded.ts";

const stage = useGuardedPage();

test("every permission is refused, whatever is asked", async () => {
  const answers = await stage.nightjar.page.evaluate(async () => {
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
  const statuses = await stage.nightjar.app.evaluate(async ({ session }) => {
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
  const outcomes = await stage.nightjar.app.evaluate(async ({ session, BrowserWindow }, url) => {
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
  }, stage.outsideUrl);
  expect(outcomes).toEqual({ network: "refused", file: "refused", downloadPrevented: true });
});

test("main answers its own window alone: the same page in another window is refused", async () => {
  const refusals = await stage.nightjar.app.evaluate(async ({ BrowserWindow, session, app }) => {
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
  const refusals = await stage.nightjar.page.evaluate(async () => {
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
      unknown: await tried("stage.nightjar.secrets", {}),
      prototype: await tried("__proto__", {}),
    };
  });
  for (const sentence of Object.values(refusals)) {
    expect(sentence).toMatch(/^Nightjar (could not do this|knows no such request)/);
    expect(sentence).not.toMatch(/hunter2| at |Error:|zod/i);
  }
});

test("links open outside only by https and only through one place", async () => {
  await stage.nightjar.app.evaluate(({ shell }) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    Object.assign(shell, { openExternal: async (url: string) => void opened.push(url) });
  });
  const outcomes = await stage.nightjar.page.evaluate(async (url) => {
    const addresses = [url, "file:///etc/passwd", "javascript:alert(1)", "smb://host/share", "https://a:b@github.com/"];
    const refused = await Promise.all(addresses.map((address) => window.nightjar.call("link.open", { url: address })));
    const opened = await window.nightjar.call("link.open", { url: "https://github.com/octo/porch" });
    return { refused: refused.map(({ ok }) => ok), opened: opened.ok };
  }, stage.outsideUrl);
  expect(outcomes).toEqual({ refused: [false, false, false, false, false], opened: true });
  const opened = await stage.nightjar.app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
  expect(opened).toEqual(["https://github.com/octo/porch"]);
});
