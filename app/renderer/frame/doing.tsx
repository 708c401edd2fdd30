// The foot of the sidebar: what Nightjar is doing now, in main's words; while a model thinks it leads to its run.
import type { StatusView } from "../../preload/contract/views.ts";
import { texts } from "../texts/frame.ts";
import { routeHash } from "./route.ts";

const dots: Record<StatusView["doing"]["kind"], string> = {
  asleep: "border-2 border-accent",
  working: "bg-accent",
  starting: "border-2 border-ink3",
  stopped: "bg-bad",
};

const box =
  "flex items-start gap-2.5 rounded-[10px] border border-line bg-raised px-2.5 py-2 narrow:justify-center narrow:border-transparent narrow:bg-transparent narrow:px-0 slim:hidden";

export function Doing({ doing, off }: { doing: StatusView["doing"]; off: boolean }) {
  const title = `${texts.doing[doing.kind]}: ${doing.sentence}${off ? `. ${texts.outgoingOff}` : ""}`;
  const words = (
    <>
      <span
        aria-hidden="true"
        className={`mt-[7px] size-2 shrink-0 rounded-full ${off ? "bg-warn" : dots[doing.kind]}`}
      />
      <span className="block min-w-0 narrow:sr-only">
        <span className="block font-semibold">{texts.doing[doing.kind]}</span>
        <span className="block text-small text-ink2 [overflow-wrap:anywhere]">{doing.sentence}</span>
        {off && <span className="block text-small font-medium text-warn">{texts.outgoingOff}</span>}
      </span>
    </>
  );
  if (doing.run === null) {
    return (
      <div title={title} className={box}>
        {words}
      </div>
    );
  }
  return (
    <a
      href={routeHash({ view: "activity", ref: `run-${doing.run}` })}
      title={title}
      className={`${box} transition-colors hover:border-strong`}
    >
      {words}
    </a>
  );
}
