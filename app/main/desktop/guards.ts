// What no page of Nightjar may do: go elsewhere, open windows, embed, ask for permissions, download, reach the network.
// Promises: holds for every web contents and every session there will ever be. Refuses: exceptions.
import { app, type Session, type WebContents } from "electron";
import type { Log } from "../engine/ports.ts";
import { pageOrigin } from "./app-protocol.ts";

/** Developer tools are pages too; they exist only in an unpackaged app. */
function isOwnRequest(url: string): boolean {
  return url.startsWith(`${pageOrigin}/`) || (!app.isPackaged && url.startsWith("devtools://"));
}

function guardContents(contents: WebContents, log: Log): void {
  const refuse = (what: string) => (event: { preventDefault(): void }) => {
    event.preventDefault();
    log.warn({ what }, "A page tried what no page may; it was refused.");
  };
  contents.on("will-navigate", refuse("navigate"));
  contents.on("will-frame-navigate", refuse("navigate a frame"));
  contents.on("will-redirect", refuse("redirect"));
  contents.on("will-attach-webview", refuse("embed a page"));
  contents.setWindowOpenHandler(() => {
    log.warn({ what: "open a window" }, "A page tried what no page may; it was refused.");
    return { action: "deny" };
  });
  contents.on("will-prevent-unload", (event) => event.preventDefault());
}

function guardSession(session: Session, log: Log): void {
  session.setPermissionRequestHandler((_contents, permission, answer) => {
    log.warn({ permission }, "A page asked for a permission; it was refused.");
    answer(false);
  });
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}));
  session.on("will-download", (event) => {
    event.preventDefault();
    log.warn({}, "A page tried to download; it was refused.");
  });
  session.webRequest.onBeforeRequest((request, answer) => answer({ cancel: !isOwnRequest(request.url) }));
  session.setSpellCheckerEnabled(false);
}

/** Before Electron is ready, so that not even the first session or window is without them. */
export function guardEverything(log: Log): void {
  app.on("web-contents-created", (_event, contents) => guardContents(contents, log));
  app.on("session-created", (session) => guardSession(session, log));
}
