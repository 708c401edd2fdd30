// The small forms: speaking, destinations, listening. Each saves its own part of config.yaml.
import type { SettingsView } from "../../preload/contract/views.ts";
import { Field, TextArea, TextInput } from "../parts/field.tsx";
import { Switch } from "../parts/switch.tsx";
import { texts } from "../texts/settings.ts";
import { DurationField } from "./duration-field.tsx";
import { joinDuration, joinQuietHours, splitDuration } from "./durations.ts";
import { SavedSection, useDraft } from "./section.tsx";

interface Props {
  settings: SettingsView;
}

export function Speaking({ settings }: Props) {
  const words = texts.speaking;
  const [from = "22:00", until = "07:00"] = settings.outbox.quietHours?.split("-") ?? [];
  const draft = useDraft({
    gap: splitDuration(settings.outbox.gapSeconds),
    quiet: settings.outbox.quietHours !== null,
    from,
    until,
  });
  const { value } = draft;
  const gapSeconds = joinDuration(value.gap.amount, value.gap.unit);
  const hours = value.quiet ? joinQuietHours(value.from, value.until) : null;
  const hoursWrong = value.quiet && hours === null;
  return (
    <SavedSection
      heading={words.heading}
      changed={draft.changed}
      saved={draft.clear}
      patch={gapSeconds === null || hoursWrong ? null : { gapSeconds, quietHours: hours }}
    >
      <DurationField
        label={words.gap}
        hint={words.gapHint}
        value={value.gap}
        onChange={(gap) => draft.set({ ...value, gap })}
      />
      <div className="flex flex-col gap-2">
        <div className="flex items-center gap-3">
          <Switch label={words.quietOn} on={value.quiet} onChange={(quiet) => draft.set({ ...value, quiet })} />
          <div>
            <p className="text-head font-medium">{words.quiet}</p>
            <p className="text-small text-ink2">{words.quietHint}</p>
          </div>
        </div>
        {value.quiet && (
          <div className="flex gap-3">
            {(["from", "until"] as const).map((end) => (
              <div key={end} className="w-28">
                <Field label={words[end]} problem={hoursWrong && end === "until" ? words.quietProblem : null}>
                  {(wiring) => (
                    <TextInput
                      {...wiring}
                      maxLength={5}
                      value={value[end]}
                      onChange={(event) => draft.set({ ...value, [end]: event.target.value })}
                    />
                  )}
                </Field>
              </div>
            ))}
          </div>
        )}
      </div>
    </SavedSection>
  );
}

export function Destinations({ settings }: Props) {
  const words = texts.destinations;
  const draft = useDraft(settings.destinations.join("\n"));
  const lines = draft.value.split("\n").map((line) => line.trim());
  return (
    <SavedSection
      heading={words.heading}
      changed={draft.changed}
      saved={draft.clear}
      patch={{ destinations: lines.filter((line) => line !== "") }}
    >
      <Field label={words.label} hint={words.hint}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={Math.min(10, Math.max(2, lines.length))}
            value={draft.value}
            onChange={(event) => draft.set(event.target.value)}
          />
        )}
      </Field>
    </SavedSection>
  );
}

export function Listening({ settings, url }: Props & { url: string | null }) {
  const words = texts.listening;
  const draft = useDraft(String(settings.hooks.port));
  const port = /^\d{1,5}$/.test(draft.value.trim()) && Number(draft.value) <= 65_535 ? Number(draft.value) : null;
  return (
    <SavedSection
      heading={words.heading}
      changed={draft.changed}
      saved={draft.clear}
      patch={port === null ? null : { port }}
    >
      <Field label={words.port} hint={words.portHint} problem={port === null ? words.portProblem : null}>
        {(wiring) => (
          <div className="w-24">
            <TextInput
              {...wiring}
              inputMode="numeric"
              value={draft.value}
              onChange={(event) => draft.set(event.target.value)}
            />
          </div>
        )}
      </Field>
      <p className="text-head text-ink2">{url === null ? words.silent : words.listens(url)}</p>
    </SavedSection>
  );
}
