// What runs of the model may use, and what today has used of it: as numbers, and as a quiet bar.
import { useId } from "react";
import type { ThinkingView } from "../../../preload/contract/thinking-settings.ts";
import { useFormat } from "../../format.ts";
import { Field, TextInput } from "../../parts/field.tsx";
import { texts } from "../../texts/model.ts";
import { DurationField } from "../duration-field.tsx";
import { EditedSection, useDraft } from "../section.tsx";
import { type LimitsForm, limitsOf, limitsProblems, startLimits } from "./limits-form.ts";

const words = texts.limits;

export function Limits({ view }: { view: ThinkingView }) {
  const draft = useDraft(startLimits(view.limits));
  const { value } = draft;
  const problems = limitsProblems(value);
  const set = (part: Partial<LimitsForm>) => draft.set({ ...value, ...part });
  const number = (field: "dayTokens" | "dayUsd" | "runSteps", hint?: string) => (
    <Field label={words[field]} problem={problems[field] ?? null} {...(hint === undefined ? {} : { hint })}>
      {(wiring) => (
        <div className="max-w-40">
          <TextInput
            {...wiring}
            inputMode="decimal"
            value={value[field]}
            onChange={(event) => set({ [field]: event.target.value })}
          />
        </div>
      )}
    </Field>
  );
  return (
    <EditedSection
      channel="limits.save"
      topics={["settings"]}
      heading={words.heading}
      changed={draft.changed}
      saved={draft.clear}
      patch={limitsOf(value)}
    >
      <p className="text-ink2">{words.lead}</p>
      <Today view={view} />
      <div className="grid grid-cols-2 gap-x-4 gap-y-4 slim:grid-cols-1">
        {number("dayTokens", words.dayTokensHint)}
        {number("dayUsd")}
        {number("runSteps", words.runStepsHint)}
        <div>
          <DurationField
            label={words.runSeconds}
            value={value.runSeconds}
            onChange={(runSeconds) => set({ runSeconds })}
          />
          {problems.runSeconds !== undefined && (
            <p role="alert" className="mt-1 text-small text-bad">
              {problems.runSeconds}
            </p>
          )}
        </div>
      </div>
    </EditedSection>
  );
}

function Today({ view: { today, limits, model, now } }: { view: ThinkingView }) {
  const format = useFormat();
  const dollars = today.costMicros / 1_000_000;
  const full = { tokens: today.tokens >= limits.dayTokens, money: dollars >= limits.dayUsd };
  const reached = (["tokens", "money"] as const).filter((what) => full[what] || today.rests === what);
  return (
    <div role="group" aria-label={words.today} className="flex flex-col gap-2.5">
      <Use
        label={words.tokens}
        used={words.used(words.whole(today.tokens), words.whole(limits.dayTokens))}
        part={share(today.tokens, limits.dayTokens)}
      />
      <Use
        label={words.money}
        used={words.used(words.dollars(dollars), words.dollars(limits.dayUsd))}
        part={share(dollars, limits.dayUsd)}
      />
      {model !== null && model.countedPrice === null && <p className="text-small text-ink2">{words.unpriced}</p>}
      {model !== null &&
        reached.map((what) => (
          <p key={what} className="rounded-control bg-warn-soft px-3 py-2 text-head text-warn">
            {words.reached(what, format.moment(today.until, now), full[what])}
          </p>
        ))}
    </div>
  );
}

/** From 0 to 1; a limit of nothing is reached. */
const share = (used: number, most: number): number => (most <= 0 ? 1 : Math.min(1, used / most));

function Use({ label, used, part }: { label: string; used: string; part: number }) {
  const id = useId();
  return (
    <div>
      <p className="mb-1 flex flex-wrap justify-between gap-x-3 text-small">
        <span id={id} className="text-ink2">
          {words.today}: {label.toLowerCase()}
        </span>
        <span className="tabular-nums">{used}</span>
      </p>
      <svg
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(part * 100)}
        aria-valuetext={used}
        className="block h-1.5 w-full rounded-full bg-code"
        preserveAspectRatio="none"
        viewBox="0 0 100 1"
      >
        <rect width={part * 100} height="1" className={part >= 1 ? "fill-warn" : "fill-accent"} />
      </svg>
    </div>
  );
}
