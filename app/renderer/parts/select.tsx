// A choice from a list that is opened on demand.
import { Select as Base } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";

interface Props<V extends string> {
  value: V;
  onChange: (value: V) => void;
  items: readonly { value: V; label: string }[];
  id?: string;
  label?: string;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
}

export function Select<V extends string>({ value, onChange, items, id, label, ...described }: Props<V>) {
  return (
    <Base.Root
      items={items}
      value={value}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
      modal={false}
    >
      <Base.Trigger
        {...(id === undefined ? {} : { id })}
        aria-label={label}
        {...described}
        className="inline-flex h-[37px] min-w-0 items-center justify-between gap-2 rounded-control border border-control bg-raised px-3 text-ink"
      >
        <Base.Value className="truncate" />
        <Base.Icon className="text-ink3">
          <ChevronDown size={15} aria-hidden="true" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" alignItemWithTrigger={false} className="z-60 outline-none">
          <Base.Popup className="max-h-[min(320px,var(--available-height))] min-w-(--anchor-width) animate-appear overflow-y-auto rounded-control bg-raised p-1 shadow-float outline-none">
            <Base.List>
              {items.map((item) => (
                <Base.Item
                  key={item.value}
                  value={item.value}
                  className="grid cursor-default grid-cols-[16px_1fr] items-center gap-2 rounded-[6px] py-1.5 pr-3 pl-2 outline-none data-highlighted:bg-code"
                >
                  <Base.ItemIndicator className="col-start-1 text-accent">
                    <Check size={14} aria-hidden="true" />
                  </Base.ItemIndicator>
                  <Base.ItemText className="col-start-2">{item.label}</Base.ItemText>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
