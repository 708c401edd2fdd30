// The page's start: wires main's pushes, the clock and the query cache to the React tree. Holds no state of its own.
import { createRoot } from "react-dom/client";
import { call } from "./api/call.ts";
import { createMainClock } from "./api/main-clock.ts";
import { createQueries } from "./api/queries.ts";
import { createRefresher } from "./api/refresh.ts";
import { App } from "./app.tsx";
import { goTo } from "./frame/route.ts";

const clock = createMainClock({
  millisecondsNow: () => Date.now(),
  visible: () => document.visibilityState === "visible",
  onVisibility: (listener) => document.addEventListener("visibilitychange", listener),
});
const queries = createQueries();
const refresh = createRefresher((channel) => queries.invalidateQueries({ queryKey: [channel] }));

window.nightjar.onPush((message) => {
  switch (message.type) {
    case "changed":
      clock.learn(message.now);
      refresh(message.topics);
      return;
    case "navigate":
      goTo({ view: message.view, ref: message.ref });
  }
});

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root to draw into.");
createRoot(root).render(<App call={call} clock={clock} queries={queries} />);
