// A box to tick, with what it means below.
import { useId } from "react";

interface Props {
  label: string;
  hint?: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function Tick({ label, hint, on, onChange }: Props) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        checked={on}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-[3.5px] size-3.5 shrink-0 accent-accent"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="text-head font-medium">
          {label}
        </label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="text-small text-ink2">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
