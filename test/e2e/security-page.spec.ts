// What no page may do, tried from inside the real window.
// Each refusal is also looked at from main's side, where the page could not pretend.
import { expect, test } from "@playwright/test";
import { useGuardedPage } from "./support/guarded.ts";

const stage = useGuardedPage();

/** Does something in the page and tells whether main prevented the navigation that follows from it. */
async function prevented(inPage: (outside: string) => void): Promise<boolean> {
  await stage.nightjar.app.evaluate(({ BrowserWindow }) => {
    const told = new Promise<boolean>((resolve) => {
      const contents = BrowserWindow.getAllWindows()[0]?.webContents;
      // Added after the guard's own listener, so it sees what the guard did.
      contents?.once("will-frame-navigate", (details) => resolve(details.defaultPrevented));
    });
    Object.assign(globalThis, { told });
  });
  await stage.nightjar.page.evaluate(inPage, stage.outsideUrl);
  return stage.nightjar.app.evaluate(() => (globalThis as unknown as { told: Promise<boolean> }).told);
}

test("the page runs in a sandbox, isolated, without Node", async () => {
  const preferences = await stage.nightjar.app.evaluate(({ BrowserWindow }) => {
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
  const reach = await stage.nightjar.page.evaluate(() => {
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
  const bridge = await stage.nightjar.page.evaluate(() => {
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
  await stage.nightjar.page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { violations: seen });
    document.addEventListener("securitypolicyviolation", (event) => {
      seen.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await stage.nightjar.page.reload();
  const violations = () =>
    stage.nightjar.page.evaluate(() => [...(window as unknown as { violations: string[] }).violations]);
  for (const view of ["Today", "Dead events", "Timers", "Activity", "Settings"]) {
    await stage.nightjar.page.getByRole("link", { name: view }).click();
    await expect(stage.nightjar.page.getByRole("main")).toBeVisible();
  }
  expect(await violations()).toEqual([]);
  await stage.nightjar.page.evaluate(async (url) => {
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
  }, stage.outsideUrl);
  expect(await stage.nightjar.page.evaluate(() => "inlineRan" in window)).toBe(false);
  const counted = (await violations()).map((violation) => violation.split(" ")[0]);
  expect(counted).toEqual(expect.arrayContaining(["script-src-elem", "frame-src", "img-src", "connect-src"]));
});

test("text is never made into code", async () => {
  const outcome = await stage.nightjar.page.evaluate(
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
  await stage.nightjar.page.evaluate((url) => {
    const form = document.createElement("form");
    form.action = `${url}/form`;
    document.body.append(form);
    form.submit();
    form.remove();
  }, stage.outsideUrl);
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
  const opened = await stage.nightjar.page.evaluate((url) => {
    const link = document.createElement("a");
    link.href = `${url}/blank`;
    link.target = "_blank";
    document.body.append(link);
    link.click();
    link.remove();
    return [window.open(`${url}/open`), window.open("about:blank"), window.open("app://bundle/index.html")].map(
      Boolean,
    );
  }, stage.outsideUrl);
  expect(opened).toEqual([false, false, false]);
});

test("a webview is no element, and embedding one is refused", async () => {
  const kind = await stage.nightjar.page.evaluate((url) => {
    const view = document.createElement("webview");
    view.setAttribute("src", `${url}/webview`);
    document.body.append(view);
    const made = view.constructor.name;
    view.remove();
    return made;
  }, stage.outsideUrl);
  expect(kind).toBe("HTMLElement");
});
