// The limits as they are typed, checked, and turned into what main is asked. Pure; main checks it all again.
import type { LimitsRow } from "../../../preload/contract/thinking-settings.ts";
import { texts } from "../../texts/model.ts";
import type { Amount } from "../duration-field.tsx";
import { joinDuration, splitDuration } from "../durations.ts";

export interface LimitsForm {
  dayTokens: string;
  dayUsd: string;
  runSteps: string;
  runSeconds: Amount;
}

const dayMax = 86_400;
const { problems } = texts.limits;

export const startLimits = ({ dayTokens, dayUsd, runSteps, runSeconds }: LimitsRow): LimitsForm => ({
  ...{ dayTokens: String(dayTokens), dayUsd: String(dayUsd), runSteps: String(runSteps) },
  runSeconds: splitDuration(runSeconds),
});

/** Thousands may stand apart. */
const plain = (text: string): string => text.trim().replaceAll(/(?<=\d)[ ,_'](?=\d{3}(?!\d))/g, "");

export function limitsProblems({ dayTokens, dayUsd, runSteps, runSeconds }: LimitsForm) {
  const found: Partial<Record<keyof LimitsForm, string>> = {};
  if (!/^\d{1,12}$/.test(plain(dayTokens))) found.dayTokens = problems.dayTokens;
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(plain(dayUsd))) found.dayUsd = problems.dayUsd;
  if (!/^\d{1,4}$/.test(runSteps.trim()) || Number(runSteps) < 1 || Number(runSteps) > 1000)
    found.runSteps = problems.runSteps;
  const seconds = joinDuration(runSeconds.amount, runSeconds.unit);
  if (seconds !== null && seconds > dayMax) found.runSeconds = problems.runSeconds;
  return found;
}

/** Null while something can't be taken. */
export function limitsOf(form: LimitsForm): LimitsRow | null {
  const runSeconds = joinDuration(form.runSeconds.amount, form.runSeconds.unit);
  if (runSeconds === null || Object.keys(limitsProblems(form)).length > 0) return null;
  return {
    ...{ dayTokens: Number(plain(form.dayTokens)), dayUsd: Number(plain(form.dayUsd)) },
    ...{ runSteps: Number(form.runSteps), runSeconds },
  };
}
