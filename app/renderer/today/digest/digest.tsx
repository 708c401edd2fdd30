// What Nightjar said and what it holds back: one list item per message, grouped by delivery, held ones first and dashed.
import { Hourglass, Send, TriangleAlert } from "lucide-react";
import { memo, type ReactNode } from "react";
import type { StreamItem } from "../../../preload/contract/stream.ts";
import type { DigestGroup, HeldDigest } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { useFormat } from "../../format.ts";
import { Outcome } from "../../parts/outcome.tsx";
import { Region } from "../../parts/page.tsx";
import { SteadyButton } from "../../parts/steady.tsx";
import { texts } from "../../texts/today.ts";
import type { Said } from "./fresh.ts";
import { Earlier } from "../talk/earlier.tsx";
import { Reply } from "../talk/reply.tsx";
import { isReply, keyOf, merged } from "../talk/stream.ts";
import { Wrote } from "../talk/wrote.tsx";
import { Messages } from "./messages.tsx";

const words = texts.digest;

interface Props {
  said: Said;
  now: number;
  /** Called before the person's own sending, so that its result is not held back. */
  letIn: () => void;
  /** What stands here while nothing was said. */
  children: ReactNode;
}

export function Digest({ said, now, letIn, children }: Props) {
  const sendNow = useCommand("outbox.sendNow", ["outbox", "status"]);
  const send = () => {
    letIn();
    sendNow.mutate(undefined);
  };
  const { held, digest } = said;
  const { wrote, older } = said.conversation;
  const stream = merged(digest, wrote);
  return (
    <Region name={words.region} heading={words.heading}>
      <div className="flex flex-col gap-3">
        {held.items.length > 0 && <Held held={held} now={now} send={send} sending={sendNow.isPending} />}
        <Outcome of={sendNow} />
        {stream.map((item) => (
          <Item key={keyOf(item)} item={item} now={now} />
        ))}
        {held.items.length === 0 && stream.length === 0 && children}
      </div>
      {older !== null && <Earlier from={older}>{(item) => <Item item={item} now={now} />}</Earlier>}
    </Region>
  );
}

function Item({ item, now }: { item: StreamItem; now: number }) {
  if (item.kind === "wrote") return <Wrote item={item.item} now={now} />;
  return <Sent group={item.group} now={now} />;
}

interface HeldProps {
  held: HeldDigest;
  now: number;
  send: () => void;
  sending: boolean;
}

function Held({ held, now, send, sending }: HeldProps) {
  const format = useFormat();
  return (
    <div className="overflow-hidden rounded-card border border-dashed border-strong">
      <div className="flex min-h-10 items-center gap-2.5 py-1.5 pr-3.5 pl-3.5">
        <Hourglass size={14} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-ink2" />
        <p className="min-w-0 flex-1 text-head text-ink2">
          {held.goesAt === null ? words.held : words.heldUntil(format.moment(held.goesAt, now))}
          {held.why !== null && <span className="text-ink3"> · {words.heldBecause[held.why]}</span>}
        </p>
        <SteadyButton size="small" busy={sending} onClick={send}>
          <Send size={12} strokeWidth={2} aria-hidden="true" />
          {words.sendNow}
        </SteadyButton>
      </div>
      <Messages items={held.items} now={now} dashed />
    </div>
  );
}

const Sent = memo(function Sent({ group, now }: { group: DigestGroup; now: number }) {
  const format = useFormat();
  const facts = [
    words.sent(format.moment(group.sentAt, now)),
    group.urgent ? words.urgent : "",
    group.repeated ? words.repeated : "",
  ].filter((fact) => fact !== "");
  if (isReply(group) && group.failed === null) {
    return (
      <div id={deliveryElementId(group.deliveryId)} tabIndex={-1}>
        <Reply group={group} now={now} />
      </div>
    );
  }
  return (
    <div
      id={deliveryElementId(group.deliveryId)}
      tabIndex={-1}
      className="overflow-hidden rounded-card border border-line bg-panel"
    >
      <p className="px-3.5 py-2 text-small text-ink2">{facts.join(" · ")}</p>
      {group.failed !== null && (
        <p className="flex items-start gap-2 px-3.5 pb-2 text-head text-warn">
          <TriangleAlert size={14} aria-hidden="true" className="mt-[3px] shrink-0" />
          {words.failed(group.failed)}
        </p>
      )}
      <Messages items={group.items} now={now} urgent={group.urgent} />
    </div>
  );
});

/** By which the day strip and notifications find a delivery. */
export const deliveryElementId = (deliveryId: number | string) => `delivery-${deliveryId}`;
