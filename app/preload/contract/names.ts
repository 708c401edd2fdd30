// The names of the IPC channels, apart from their schemas: the sandboxed preload script knows these and no more.
// Promises: the schemas of channels.ts cover exactly this list. Refuses: imports of any kind.

/** Every channel the window may ask main on. */
export const channelNames = [
  "status.get",
  "today.get",
  "approvals.answer",
  "approvals.answerMany",
  "approvals.edit",
  "approvals.details",
  "approvals.get",
  "approvals.history",
  "outbox.sendNow",
  "dead.list",
  "dead.retry",
  "dead.discard",
  "timers.list",
  "timers.runNow",
  "timers.pause",
  "activity.list",
  "activity.get",
  "activity.runAnyway",
  "settings.get",
  "settings.save",
  "settings.saveSource",
  "settings.removeSource",
  "settings.exchangeSecret",
  "settings.finishExchange",
  "settings.setSecret",
  "settings.forgetSecret",
  "settings.testDelivery",
  "settings.openFile",
  "permissions.get",
  "permissions.previewRule",
  "permissions.addRule",
  "permissions.changeRule",
  "permissions.removeRule",
  "permissions.setAutoMode",
  "credentials.save",
  "credentials.remove",
  "grants.revoke",
  "uses.list",
  "outgoing.set",
  "listener.retry",
  "link.open",
] as const;

export type Channel = (typeof channelNames)[number];

/** The one channel main pushes on. */
export const pushChannel = "nightjar.push";
