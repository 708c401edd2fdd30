// "2 new messages": what came while the person had scrolled waits behind this line, at the top of what they see.
import { ArrowUp } from "lucide-react";

export function NewLine({ text, show }: { text: string; show: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-3 z-10 flex h-0 justify-center">
      {text !== "" && (
        <button
          type="button"
          onClick={show}
          className="pointer-events-auto inline-flex h-8 animate-appear items-center gap-1.5 rounded-full bg-accent px-3.5 text-head font-semibold text-on-accent forced-color-adjust-none shadow-float hover:bg-accent-deep"
        >
          <ArrowUp size={14} aria-hidden="true" />
          {text}
        </button>
      )}
    </div>
  );
}
