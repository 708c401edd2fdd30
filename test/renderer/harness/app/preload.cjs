// The bridge of the page harness: the same two functions as the app's, answered by the harness's main process.
const { contextBridge, ipcRenderer } = require("electron");

contextBridge.exposeInMainWorld("nightjar", {
  call: (channel, input) => ipcRenderer.invoke("harness.call", channel, input),
  onPush: (listener) => {
    const pass = (_event, message) => listener(message);
    ipcRenderer.on("harness.push", pass);
    return () => ipcRenderer.off("harness.push", pass);
  },
});
