// What the tools send through in these tests: the real proxy over a real database, gone when the test is.
import { onTestFinished } from "vitest";
import { createGate, type Gate } from "../../../app/main/tools/gate.ts";
import type { Outgoing } from "../../../app/main/tools/outgoing.ts";
import { openProxyWorld } from "../../support/proxy.ts";
import { quiet } from "./recorder.ts";

export function outgoing(gate: Gate = createGate({ log: quiet })): Outgoing {
  const { proxy, close } = openProxyWorld({ gate });
  onTestFinished(close);
  return proxy.outgoing;
}
