// Shows system notifications through Electron. Promises: each is kept until it is gone, so that its click still works.
// Refuses: to call one shown that the system refused.
import { Notification } from "electron";
import type { ShowNotice } from "../channels/desktop.ts";
import type { Log, Wait } from "../engine/ports.ts";

/** No system needs this long; without an answer the notice counts as shown, since a second one would say it twice. */
const answerLimitMs = 10_000;
const keptMax = 100;
/** Linux names no reason. */
const silence = "no notification service answers on this desktop. Start one (most desktops have one running).";

export function createNotifications(deps: { log: Log; wait: Wait }): ShowNotice {
  const kept = new Set<Notification>();

  function keep(notification: Notification): void {
    kept.add(notification);
    const [oldest] = kept;
    if (kept.size > keptMax && oldest !== undefined) kept.delete(oldest);
  }

  return (notice, onClick) => {
    if (!Notification.isSupported()) {
      return Promise.resolve({
        ok: false,
        error: "This system shows no notifications. Install or start its notification service.",
      });
    }
    return new Promise((settle) => {
      const notification = new Notification({
        title: notice.title,
        body: notice.body,
        silent: notice.quiet,
        urgency: notice.urgent ? "critical" : "normal",
        timeoutType: notice.urgent ? "never" : "default",
      });
      const cancel = deps.wait(answerLimitMs, () => {
        deps.log.warn({}, "The system did not say whether it showed a notification; it counts as shown.");
        settle({ ok: true });
      });
      notification.on("show", () => {
        cancel();
        settle({ ok: true });
      });
      notification.on("failed", (_event, error) => {
        cancel();
        kept.delete(notification);
        settle({ ok: false, error: `The system did not show the notification: ${error || silence}` });
      });
      notification.on("click", () => {
        kept.delete(notification);
        onClick();
      });
      notification.on("close", () => kept.delete(notification));
      keep(notification);
      notification.show();
    });
  };
}
