// The key that does what a button does, beside its words: quiet until its card has the focus.
import { Kbd } from "../../parts/kbd.tsx";

export function KeyHint({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="opacity-75 narrow:hidden group-focus-within/card:opacity-100">
      <Kbd>{children}</Kbd>
    </span>
  );
}
