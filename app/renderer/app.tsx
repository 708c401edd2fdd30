// The frame of the window: skip link, sidebar, notices and the view the person is in. Knows nothing of what a view shows.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { View } from "../preload/contract/views.ts";
import { Activity } from "./activity/activity.tsx";
import type { Call } from "./api/call.ts";
import { ClockContext, type MainClock } from "./api/main-clock.ts";
import { CallContext, useView } from "./api/queries.ts";
import { Dead } from "./dead/dead.tsx";
import { createFormat, FormatContext, machineZone } from "./format.ts";
import { Help } from "./frame/help.tsx";
import { useFrameKeys } from "./frame/keys.ts";
import { Notices } from "./frame/notices.tsx";
import { type Route, useRoute } from "./frame/route.ts";
import { Sidebar } from "./frame/sidebar.tsx";
import { Memory } from "./memory/memory.tsx";
import { ErrorBoundary } from "./parts/error-boundary.tsx";
import { Permissions } from "./permissions/permissions.tsx";
import { Settings } from "./settings/settings.tsx";
import { texts } from "./texts/frame.ts";
import { Timers } from "./timers/timers.tsx";
import { Today } from "./today/today.tsx";

const pages: Record<View, (props: { at: Route & { visit: number } }) => ReactNode> = {
  today: ({ at }) => <Today at={at} />,
  dead: () => <Dead />,
  timers: () => <Timers />,
  activity: ({ at }) => <Activity at={at} />,
  memory: () => <Memory />,
  permissions: ({ at }) => <Permissions at={at} />,
  settings: ({ at }) => <Settings at={at} />,
};

export function App({ call, clock, queries }: { call: Call; clock: MainClock; queries: QueryClient }) {
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <CallContext value={call}>
          <ClockContext value={clock}>
            <Frame />
          </ClockContext>
        </CallContext>
      </QueryClientProvider>
    </CSPProvider>
  );
}

/**
 * A new view starts at its top and takes the focus, except when the window has just opened. Stands before the view, so that
 * its effect comes first and a view that has something to point at has the last word.
 */
function Entrance({ view, main }: { view: View; main: RefObject<HTMLElement | null> }) {
  const entered = useRef(view);
  useLayoutEffect(() => {
    if (entered.current === view) return;
    entered.current = view;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [view, main]);
  return null;
}

function Frame() {
  const at = useRoute();
  const status = useView("status.get").data;
  const zone = status?.zone ?? machineZone();
  const [format, setFormat] = useState(() => createFormat(zone));
  if (format.zone !== zone) setFormat(createFormat(zone));
  const [helping, setHelping] = useState(false);
  const [openHelp] = useState(() => () => setHelping(true));
  useFrameKeys(openHelp);

  const main = useRef<HTMLElement>(null);
  const Page = pages[at.view];
  return (
    <FormatContext value={format}>
      <a
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        className="sr-only z-50 rounded-control bg-raised px-3 py-2 font-medium shadow-float focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        {texts.skip}
      </a>
      <div className="flex min-h-dvh">
        <Sidebar view={at.view} status={status} openHelp={openHelp} />
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          className="min-w-0 flex-1 px-12 pt-6 pb-16 outline-none narrow:px-8 slim:px-4 slim:pt-4 slim:pb-24"
        >
          <div className="mx-auto max-w-[760px]">
            <Entrance view={at.view} main={main} />
            <Notices notices={status?.notices ?? []} view={at.view} />
            <ErrorBoundary key={at.view}>
              <Page at={at} />
            </ErrorBoundary>
          </div>
        </main>
      </div>
      <Help open={helping} setOpen={setHelping} />
    </FormatContext>
  );
}
