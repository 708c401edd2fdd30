// Every word the desktop shell shows outside of the page: tray, menu, dialogs. Promises: one place. Refuses: logic.

const approvals = (count: number) => (count === 1 ? "1 approval waiting" : `${count} approvals waiting`);

export const texts = {
  title: "Nightjar",
  open: "Open Nightjar",
  quit: "Quit",
  quitNightjar: "Quit Nightjar",
  closeWindow: "Close window",
  edit: "Edit",
  view: "View",
  window: "Window",
  nothingWaits: "Nothing waits for you",
  waiting: approvals,
  stopOutgoing: "Stop outgoing",
  allowOutgoing: "Allow outgoing again",
  tooltip: (count: number, off: boolean) => `Nightjar: ${approvals(count)}${off ? ", outgoing is off" : ""}`,
  startFailed: "Nightjar could not start",
  windowCrashed: "Nightjar's window stopped working",
  windowCrashedAgain:
    "The window could not be brought back. Nightjar itself goes on: events are still received and rules still run. " +
    "Try the window again, or quit and start Nightjar anew.",
  tryAgain: "Try again",
} as const;
