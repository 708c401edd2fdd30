// The least Electron app with one window, of the size of Nightjar's: what idling costs at least.
const { app, BrowserWindow } = require("electron");

void app.whenReady().then(async () => {
  const window = new BrowserWindow({ width: 1080, height: 760, webPreferences: { sandbox: true } });
  await window.loadURL("data:text/html,<title>Bare</title><p>Nothing happens here.</p>");
  process.stdout.write("ready\n");
});
app.on("window-all-closed", () => app.quit());
