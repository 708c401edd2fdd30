// The windows of single tools as they are typed, checked, and turned into what main is asked. Pure; main checks everything again.
import { texts } from "../texts/settings.ts";
import { joinDuration, splitDuration, type Unit } from "./durations.ts";

export interface ToolWindow {
  /** Stays with the row while its tool is typed. */
  key: string;
  tool: string;
  amount: string;
  unit: Unit;
}

const words = texts.asking;
/** The tool there is today, for the first row. */
const usual = "http.request";

export const startWindows = (windows: Readonly<Record<string, number>>): ToolWindow[] =>
  Object.entries(windows).map(([tool, seconds]) => ({ key: `saved ${tool}`, tool, ...splitDuration(seconds) }));

export function addWindow(rows: readonly ToolWindow[]): ToolWindow[] {
  const tool = rows.some((row) => row.tool === usual) ? "" : usual;
  const last = Math.max(0, ...rows.map(({ key }) => Number(key.split("new ")[1] ?? 0)));
  return [...rows, { key: `new ${last + 1}`, tool, amount: "1", unit: "h" }];
}

/** Why this row's tool can't be taken; null while it can. */
export function windowsProblem(row: ToolWindow, all: readonly ToolWindow[]): string | null {
  const tool = row.tool.trim();
  if (tool === "" || /[\s*]/.test(tool)) return words.toolProblem;
  const first = all.find((other) => other.tool.trim() === tool);
  return first === row ? null : words.toolTwice;
}

/** Seconds by tool; null while a row can't be taken. */
export function windowsOf(rows: readonly ToolWindow[]): Record<string, number> | null {
  const windows: [string, number][] = [];
  for (const row of rows) {
    const seconds = joinDuration(row.amount, row.unit);
    if (seconds === null || windowsProblem(row, rows) !== null) return null;
    windows.push([row.tool.trim(), seconds]);
  }
  return Object.fromEntries(windows);
}
