// The sidebar: the views, their counts, and what Nightjar is doing. Folds to icons, then to a bar at the bottom.
import { Keyboard } from "lucide-react";
import type { StatusView, View } from "../../preload/contract/views.ts";
import { IconButton } from "../parts/button.tsx";
import { texts } from "../texts/frame.ts";
import { Doing } from "./doing.tsx";
import { Logo } from "./logo.tsx";
import { NavLink } from "./nav.tsx";

interface Props {
  view: View;
  status: StatusView | undefined;
  openHelp: () => void;
}

export function Sidebar({ view, status, openHelp }: Props) {
  const counts: Partial<Record<View, { count: number; countText: string; strong: boolean }>> = {
    today: {
      count: status?.waitingApprovals ?? 0,
      countText: texts.waitingCount(status?.waitingApprovals ?? 0),
      strong: true,
    },
    dead: { count: status?.dead ?? 0, countText: texts.deadCount(status?.dead ?? 0), strong: false },
  };
  const link = (name: View) => (
    <li key={name} className="slim:flex slim:min-w-0 slim:flex-auto">
      <NavLink view={name} current={name === view} {...(counts[name] ?? { count: 0, countText: "", strong: false })} />
    </li>
  );
  return (
    <nav
      aria-label={texts.navigation}
      className="sticky top-0 z-20 flex h-dvh w-[216px] shrink-0 flex-col border-r border-line bg-panel px-[11px] pt-4 pb-3 narrow:w-[60px] narrow:px-2
        slim:fixed slim:inset-x-0 slim:top-auto slim:bottom-0 slim:h-14 slim:w-full slim:flex-row slim:border-t slim:border-r-0 slim:px-1 slim:py-1"
    >
      <div className="mb-[18px] flex items-center gap-2.5 px-[9px] narrow:justify-center narrow:px-0 slim:hidden">
        <Logo size={26} />
        <span className="text-card font-semibold narrow:hidden">{texts.name}</span>
      </div>
      <ul className="flex flex-1 flex-col gap-0 slim:min-w-0 slim:flex-auto slim:flex-row">
        {(["today", "dead", "timers", "activity", "memory", "permissions"] as const).map(link)}
      </ul>
      {status !== undefined && <Doing doing={status.doing} off={status.outgoingOffSince !== null} />}
      <div className="mt-2.5 flex items-center gap-1 narrow:flex-col-reverse slim:mt-0 slim:min-w-0 slim:flex-none slim:flex-row slim:items-stretch">
        <ul className="flex-1 narrow:w-full slim:flex slim:min-w-0">{link("settings")}</ul>
        <span className="slim:hidden">
          <IconButton icon={Keyboard} label={texts.shortcuts.title} onClick={openHelp} />
        </span>
      </div>
    </nav>
  );
}
