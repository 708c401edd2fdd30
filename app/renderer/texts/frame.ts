// The words around the views: navigation, what Nightjar is doing, notices, keys.
import type { Notice, StatusView, View } from "../../preload/contract/views.ts";

const views: Record<View, string> = {
  today: "Today",
  dead: "Dead events",
  timers: "Timers",
  activity: "Activity",
  memory: "Memory",
  permissions: "Permissions",
  settings: "Settings",
};

const doing: Record<StatusView["doing"]["kind"], string> = {
  asleep: "Asleep",
  working: "Working",
  starting: "Starting",
  stopped: "Stopped",
};

const noticeActions: Record<NonNullable<Notice["action"]>, string> = {
  open_settings: "Open Settings",
  open_limits: "Open the limits",
  retry_listener: "Try the port again",
  open_dead: "Show dead events",
  open_permissions: "Open Permissions",
  open_activity: "Show activity",
};

export const texts = {
  name: "Nightjar",
  navigation: "Views",
  skip: "Skip to the view",
  views,
  doing,
  noticeActions,
  outgoingOff: "Outgoing is off",
  many: "99+",
  waitingCount: (count: number) => (count === 1 ? "1 approval waits" : `${count} approvals wait`),
  deadCount: (count: number) => (count === 1 ? "1 dead event" : `${count} dead events`),
  shortcuts: {
    title: "Keyboard shortcuts",
    list: [
      { keys: ["J", "K"], does: "Next and previous card (arrow keys too, on a card)" },
      { keys: ["A"], does: "Approve the card that has the focus" },
      { keys: ["D"], does: "Deny the card that has the focus" },
      { keys: ["W"], does: "Answer it in words, which denies it" },
      { keys: ["E"], does: "Edit its call" },
      { keys: ["L"], does: "Always allow it, after a look at the rule" },
      { keys: ["S"], does: "Answer it with the cards that are alike" },
      { keys: ["G", "T"], does: "Go to Today" },
      { keys: ["G", "D"], does: "Go to Dead events" },
      { keys: ["G", "I"], does: "Go to Timers" },
      { keys: ["G", "A"], does: "Go to Activity" },
      { keys: ["G", "M"], does: "Go to Memory" },
      { keys: ["G", "P"], does: "Go to Permissions" },
      { keys: ["G", "S"], does: "Go to Settings" },
      { keys: ["?"], does: "This list" },
    ],
  },
};
