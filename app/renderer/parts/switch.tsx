// On or off, at once.
import { Switch as Base } from "@base-ui/react/switch";

interface Props {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  busy?: boolean;
}

export function Switch({ label, on, onChange, busy = false }: Props) {
  return (
    <Base.Root
      aria-label={label}
      checked={on}
      readOnly={busy}
      onCheckedChange={(next) => onChange(next)}
      className="relative inline-flex h-[22px] w-[38px] shrink-0 items-center rounded-full border border-control bg-transparent px-[3px] transition-colors data-checked:border-accent data-checked:bg-accent data-readonly:opacity-60"
    >
      <Base.Thumb className="size-[14px] rounded-full bg-control transition-transform data-checked:translate-x-4 data-checked:bg-on-accent" />
    </Base.Root>
  );
}
