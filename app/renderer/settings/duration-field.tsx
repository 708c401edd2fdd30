// A duration as an amount and a unit.
import { Field, TextInput } from "../parts/field.tsx";
import { Select } from "../parts/select.tsx";
import { texts } from "../texts/settings.ts";
import { joinDuration, type Unit } from "./durations.ts";

export interface Amount {
  amount: string;
  unit: Unit;
}

const units = (["s", "min", "h", "d"] as const).map((unit) => ({ value: unit, label: texts.units[unit] }));

interface Props {
  label: string;
  /** What stands above it, where the label needs more words to be told from others. */
  shown?: string;
  hint?: string;
  value: Amount;
  onChange: (value: Amount) => void;
}

export function DurationField({ label, shown, hint, value, onChange }: Props) {
  const wrong = joinDuration(value.amount, value.unit) === null;
  return (
    <Field
      label={shown ?? label}
      {...(hint === undefined ? {} : { hint })}
      problem={wrong ? texts.amountProblem : null}
    >
      {(wiring) => (
        <div className="flex gap-2">
          <div className="w-24">
            <TextInput
              {...wiring}
              {...(shown === undefined ? {} : { "aria-label": label })}
              inputMode="numeric"
              value={value.amount}
              onChange={(event) => onChange({ ...value, amount: event.target.value })}
            />
          </div>
          <Select
            label={texts.unit(label)}
            value={value.unit}
            items={units}
            onChange={(unit) => onChange({ ...value, unit })}
          />
        </div>
      )}
    </Field>
  );
}
