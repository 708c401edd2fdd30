// How long a card waits: in general, for single tools, and whether quiet hours count. Saved as one part of config.yaml.
import { Plus, Trash2 } from "lucide-react";
import type { SettingsView } from "../../preload/contract/views.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { Field, TextInput } from "../parts/field.tsx";
import { Switch } from "../parts/switch.tsx";
import { texts } from "../texts/settings.ts";
import { DurationField } from "./duration-field.tsx";
import { joinDuration, splitDuration } from "./durations.ts";
import { SavedSection, useDraft } from "./section.tsx";
import { addWindow, startWindows, type ToolWindow, windowsOf, windowsProblem } from "./tool-windows.ts";

const words = texts.asking;

export function Asking({ settings }: { settings: SettingsView }) {
  const { windowSeconds, windowsSeconds, pauseInQuietHours } = settings.approvals;
  const draft = useDraft({
    general: splitDuration(windowSeconds),
    tools: startWindows(windowsSeconds),
    pause: pauseInQuietHours,
  });
  const { value } = draft;
  const general = joinDuration(value.general.amount, value.general.unit);
  const tools = windowsOf(value.tools);
  const set = (part: Partial<typeof value>) => draft.set({ ...value, ...part });
  return (
    <SavedSection
      heading={words.heading}
      changed={draft.changed}
      saved={draft.clear}
      patch={
        general === null || tools === null
          ? null
          : { windowSeconds: general, windowsSeconds: tools, pauseInQuietHours: value.pause }
      }
    >
      <DurationField
        label={words.window}
        hint={words.windowHint}
        value={value.general}
        onChange={(next) => set({ general: next })}
      />
      <fieldset className="flex min-w-0 flex-col gap-2.5">
        <legend className="text-head font-medium">{words.tools}</legend>
        <p className="text-small text-ink2">{words.toolsHint}</p>
        {value.tools.map((row, index) => (
          <ToolRow
            key={row.key}
            row={row}
            all={value.tools}
            change={(part) => set({ tools: value.tools.with(index, { ...row, ...part }) })}
            remove={() => set({ tools: value.tools.toSpliced(index, 1) })}
          />
        ))}
        <div>
          <Button size="small" onClick={() => set({ tools: addWindow(value.tools) })}>
            <Plus size={13} aria-hidden="true" />
            {words.addTool}
          </Button>
        </div>
      </fieldset>
      <div className="flex items-center gap-3">
        <Switch label={words.pause} on={value.pause} onChange={(pause) => set({ pause })} />
        <div>
          <p className="text-head font-medium">{words.pause}</p>
          <p className="text-small text-ink2">
            {settings.outbox.quietHours === null ? words.pauseNoHours : words.pauseHint(settings.outbox.quietHours)}
          </p>
        </div>
      </div>
    </SavedSection>
  );
}

interface RowProps {
  row: ToolWindow;
  all: readonly ToolWindow[];
  change: (part: Partial<ToolWindow>) => void;
  remove: () => void;
}

function ToolRow({ row, all, change, remove }: RowProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-48">
        <Field label={words.tool} problem={windowsProblem(row, all)}>
          {(wiring) => (
            <TextInput
              {...wiring}
              mono
              maxLength={200}
              value={row.tool}
              onChange={(event) => change({ tool: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className="flex items-end gap-1">
        <DurationField
          label={words.toolWindow(row.tool)}
          shown={words.waits}
          value={row}
          onChange={({ amount, unit }) => change({ amount, unit })}
        />
        <IconButton icon={Trash2} label={words.removeTool(row.tool)} onClick={remove} />
      </div>
    </div>
  );
}
