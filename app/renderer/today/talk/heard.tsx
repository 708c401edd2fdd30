// The conversation for those who hear the page: that it is being worked on, and the answer. Politely, and only what came while here.
import { useRef } from "react";
import type { TodayView } from "../../../preload/contract/views.ts";
import { texts } from "../../texts/talk.ts";
import { newest } from "./stream.ts";

const spokenMax = 500;

export function Heard({ view }: { view: TodayView }) {
  const latest = newest(view.digest, view.conversation.wrote);
  const before = useRef(latest?.kind === "reply" ? latest.key : null);
  const told = latest === null || latest.key === before.current ? null : latest;
  return (
    <div role="status" className="sr-only">
      {told === null ? "" : told.kind === "working" ? texts.working : texts.answered(told.text.slice(0, spokenMax))}
    </div>
  );
}
