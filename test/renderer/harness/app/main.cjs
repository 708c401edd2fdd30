// A bare Electron around the built page, under the app's own policy, that answers from views handed in by the test.
// Its globalThis.harness is the test's handle: { views, answers, calls, push(message) }.
const { readFileSync } = require("node:fs");
const { join, extname } = require("node:path");
const { app, BrowserWindow, ipcMain, protocol } = require("electron");

const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'";
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };
const page = process.env.NIGHTJAR_PAGE_FOLDER ?? join(__dirname, "../../../../dist/renderer");

protocol.registerSchemesAsPrivileged([{ scheme: "app", privileges: { standard: true, secure: true } }]);

const harness = {
  /** Channel -> what it answers; a string beginning with "!" makes it refuse with the rest as its sentence. */
  views: {},
  /** Every call of the page, in order. */
  calls: [],
  /** Channels that do not answer until `release` is called. */
  held: [],
  release: () => {},
  push: (message) => BrowserWindow.getAllWindows()[0]?.webContents.send("harness.push", message),
};
globalThis.harness = harness;

async function answer(channel, input) {
  harness.calls.push({ channel, input });
  if (harness.held.includes(channel)) {
    await new Promise((resolve) => {
      harness.release = resolve;
    });
  }
  let view = harness.views[channel];
  if (["activity.get", "activity.run", "activity.steps"].includes(channel)) view = view?.[input.id] ?? null;
  if (channel === "activity.steps" && view !== null) {
    const { after, before } = input.mark;
    const fit = view.steps.filter(({ id }) => (after === undefined ? id < before : id > after));
    const steps = after === undefined ? fit.slice(-40) : fit.slice(0, 40);
    view = {
      steps,
      earlier: view.steps.some(({ id }) => id < (steps[0]?.id ?? 0)),
      later: view.steps.some(({ id }) => id > (steps.at(-1)?.id ?? Number.MAX_SAFE_INTEGER)),
    };
  }
  if (channel === "activity.text") view = { ...view, place: input.place, shown: 120_000, length: 120_000 };
  if (channel === "activity.list" && Array.isArray(view)) {
    view = view
      .filter((row) => (input.before === null || row.id < input.before) && (input.source ?? row.source) === row.source)
      .slice(0, input.limit);
  }
  if (channel === "approvals.answerMany") {
    const answered = harness.views["approvals.answer"];
    view = input.cards.map(({ id }) => ({ ...answered, stands: input.answer, id }));
  }
  if (["approvals.answer", "approvals.get"].includes(channel) && typeof view === "object" && view !== null)
    view = { ...view, id: input.id };
  if (typeof view === "string" && view.startsWith("!")) throw new Error(view.slice(1));
  return view;
}

void app.whenReady().then(() => {
  protocol.handle("app", (request) => {
    const path = new URL(request.url).pathname;
    return new Response(path === "/blank" ? "" : readFileSync(join(page, path)), {
      headers: {
        "content-type": types[extname(path)] ?? "text/html",
        "content-security-policy": policy,
      },
    });
  });
  ipcMain.handle("harness.call", (_event, channel, input) => answer(channel, input));
  const window = new BrowserWindow({
    width: 1080,
    height: 760,
    useContentSize: true,
    webPreferences: { preload: join(__dirname, "preload.cjs"), sandbox: true, contextIsolation: true },
  });
  // The desktop's own pointer stands somewhere on the window, and leaves it whenever another test's window comes above.
  // The only hand here is the test's, whose moves do not come by way of the desktop.
  window.setIgnoreMouseEvents(true);
  harness.window = window;
  // Electron refuses a load when the one before it stops, and that one stops only after it was said to be finished.
  const load = async (address) => {
    const stopped = new Promise((resolve) => window.webContents.once("did-stop-loading", resolve));
    await window.loadURL(address);
    await stopped;
  };
  // Something must be loaded for the test to see the window at all.
  let loaded = load("app://bundle/blank");
  // From a blank page, or an address that differs in its fragment alone would not be loaded anew.
  globalThis.openPage = async () => {
    loaded = loaded.then(() => load("app://bundle/blank")).then(() => load("app://bundle/index.html"));
    await loaded;
  };
});
app.on("window-all-closed", () => app.quit());
