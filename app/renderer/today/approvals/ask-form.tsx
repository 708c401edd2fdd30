// The form that a server wants filled in, in the middle of a call: that it comes from outside and where it goes stands above it.
import { ShieldAlert } from "lucide-react";
import { useId, useState } from "react";
import type { CardAsks, FormField } from "../../../preload/contract/approvals.ts";
import { Field, TextInput } from "../../parts/field.tsx";
import { Select } from "../../parts/select.tsx";
import { SteadyButton } from "../../parts/steady.tsx";
import { texts } from "../../texts/asks.ts";
import { DeclineButtons, type SendProps } from "./ask-parts.tsx";
import { beginning, type Draft, flaws, hintOf, valuesOf } from "./drafts.ts";

export function AskForm({ asks, card, busy, answer, send }: SendProps & { asks: CardAsks & { kind: "form" } }) {
  const { fields, server } = asks;
  const [draft, setDraft] = useState<Draft>(() => beginning(fields));
  const [tried, setTried] = useState(false);
  const wrong = flaws(fields, draft);
  const submit = () => {
    setTried(true);
    if (wrong.size === 0) send({ values: valuesOf(fields, draft) });
  };
  return (
    <div className="flex flex-col gap-3">
      {fields.length > 0 && (
        <div role="group" aria-label={texts.fields(server)} className="flex flex-col gap-3">
          {fields.map((field, at) => (
            <Control
              key={field.name}
              field={field}
              first={at === 0}
              held={draft[field.name] ?? ""}
              problem={tried ? (wrong.get(field.name) ?? null) : null}
              hold={(held) => setDraft({ ...draft, [field.name]: held })}
            />
          ))}
        </div>
      )}
      <p className="flex items-start gap-2 text-head text-ink2">
        <ShieldAlert size={15} strokeWidth={1.75} aria-hidden="true" className="mt-[2.5px] shrink-0" />
        {texts.noSecrets}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <SteadyButton variant="primary" wraps busy={busy} onClick={submit}>
          {texts.give(server)}
        </SteadyButton>
        <DeclineButtons card={card} busy={busy} answer={answer} />
      </div>
    </div>
  );
}

interface ControlProps {
  field: FormField;
  first: boolean;
  held: Draft[string];
  problem: string | null;
  hold: (held: Draft[string]) => void;
}

function Control(props: ControlProps) {
  const { field } = props;
  if (field.type === "switch") return <Ticks {...props} options={[{ value: "yes", label: texts.yes }]} />;
  if (field.type === "choices") return <Ticks {...props} options={field.options} />;
  return <OneValue {...props} />;
}

const labelOf = ({ label, required }: FormField) => (required ? label : `${label} (${texts.optional})`);

function OneValue({ field, first, held, problem, hold }: ControlProps) {
  const hint = hintOf(field);
  const value = typeof held === "string" ? held : "";
  return (
    <Field label={labelOf(field)} problem={problem} {...(hint === "" ? {} : { hint })}>
      {(wiring) =>
        field.type === "choice" ? (
          <Select
            {...wiring}
            value={value}
            onChange={hold}
            items={[...(field.required ? [] : [{ value: "", label: texts.none }]), ...field.options]}
          />
        ) : (
          <div className={field.type === "number" ? "max-w-40" : ""}>
            <TextInput
              {...wiring}
              {...(first ? { "data-answer": "" } : {})}
              inputMode={field.type === "number" ? "decimal" : "text"}
              value={value}
              onChange={(event) => hold(event.target.value)}
            />
          </div>
        )
      }
    </Field>
  );
}

/** One tick for a yes, several for a choice of several. */
function Ticks({
  field,
  first,
  held,
  problem,
  hold,
  options,
}: ControlProps & { options: readonly { value: string; label: string }[] }) {
  const id = useId();
  const hint = hintOf(field);
  const several = field.type === "choices";
  const chosen = Array.isArray(held) ? (held as readonly string[]) : [];
  const isOn = (value: string) => (several ? chosen.includes(value) : held === true);
  const toggle = (value: string, on: boolean) => {
    if (several) hold(on ? [...chosen, value] : chosen.filter((one) => one !== value));
    else hold(on);
  };
  const described = [hint === "" ? "" : `${id}-hint`, problem === null ? "" : `${id}-problem`].join(" ").trim();
  return (
    <fieldset aria-describedby={described === "" ? undefined : described} className="min-w-0">
      <legend className="mb-1 text-head font-medium">{several ? labelOf(field) : field.label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1.5">
        {options.map(({ value, label }, at) => (
          <label key={value} className="inline-flex min-w-0 items-start gap-2">
            <input
              type="checkbox"
              {...(first && at === 0 ? { "data-answer": "" } : {})}
              checked={isOn(value)}
              onChange={(event) => toggle(value, event.target.checked)}
              className="mt-[3px] size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0 break-words">{label}</span>
          </label>
        ))}
      </div>
      {hint !== "" && (
        <p id={`${id}-hint`} className="mt-1 text-small text-ink2">
          {hint}
        </p>
      )}
      {problem !== null && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-small text-bad">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
