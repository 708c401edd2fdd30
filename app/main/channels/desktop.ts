// Delivers as system notifications, one for each delivery with every merged text, even while the window shows.
// Promises: sent means that the system took it. Refuses: to know Electron; it is handed what shows a notification.
import type { ChannelPort, Delivery } from "../engine/outbox/ports.ts";
import { plainText, withoutMarkup } from "./plain-text.ts";

export interface SystemNotice {
  title: string;
  body: string;
  /** Stays until it is dismissed, and makes itself heard. */
  urgent: boolean;
  quiet: boolean;
}

/** Shows one; settles when the system took or refused it. Never rejects. */
export type ShowNotice = (
  notice: SystemNotice,
  onClick: () => void,
) => Promise<{ ok: true } | { ok: false; error: string }>;

/**
 * @param open shows the thing as it stands at the moment of the click
 * @param readsMarkup whether this system may read a body as markup (Linux)
 */
export function createDesktopChannel(deps: {
  show: ShowNotice;
  open: (delivery: Delivery) => void;
  readsMarkup: boolean;
  /** Whether the person has the window before their eyes: a reply shows there. */
  watched: () => boolean;
}): ChannelPort {
  return {
    send(delivery) {
      if (delivery.kind === "reply" && deps.watched()) return Promise.resolve({ ok: true });
      const body = plainText(delivery.body);
      const notice: SystemNotice = {
        title: plainText(delivery.title),
        body: deps.readsMarkup ? withoutMarkup(body) : body,
        urgent: delivery.kind === "urgent",
        quiet: delivery.kind === "digest" || delivery.kind === "reply",
      };
      return deps.show(notice, () => deps.open(delivery));
    },
  };
}
