// A button that shows or hides what belongs to it.
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

interface Props {
  label: string;
  /** Whether it begins open. */
  open?: boolean;
  children: () => ReactNode;
}

export function Disclosure({ label, open: begins = false, children }: Props) {
  const [open, setOpen] = useState(begins);
  const id = useId();
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="-ml-1 inline-flex h-7 items-center gap-1 rounded-control px-1 text-head font-medium text-ink2 hover:text-ink"
      >
        <ChevronRight size={15} aria-hidden="true" className={`transition-transform ${open ? "rotate-90" : ""}`} />
        {label}
      </button>
      {open && (
        <div id={id} className="mt-1.5 animate-appear">
          {children()}
        </div>
      )}
    </div>
  );
}
