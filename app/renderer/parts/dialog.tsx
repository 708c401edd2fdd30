// A dialog over the window: named by its title, closed by Escape, by its button or by a click outside.
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { texts } from "../texts/common.ts";
import { IconButton } from "./button.tsx";

interface Props {
  open: boolean;
  setOpen: (open: boolean) => void;
  title: string;
  /** For what must be read in full. */
  wide?: boolean;
  /** Begins in its text, not at its first button. */
  textFirst?: boolean;
  /** What gets the focus when it closes, itself when it is tabbable; null for what had it before. */
  focusAfter?: () => HTMLElement | null;
  children: ReactNode;
}

export function Dialog({ open, setOpen, title, wide = false, textFirst = false, focusAfter, children }: Props) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root modal="trap-focus" open={open} onOpenChange={(next) => setOpen(next)}>
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 animate-appear bg-veil" />
        <Base.Viewport className="fixed inset-0 z-50 flex items-start justify-center p-4 pt-[min(10vh,5rem)] slim:p-3">
          <Base.Popup
            ref={popup}
            initialFocus={() => (textFirst ? (popup.current?.querySelector("textarea") ?? true) : true)}
            finalFocus={() => focusAfter?.() ?? true}
            className={`flex max-h-full w-full animate-appear flex-col overflow-y-auto rounded-card [scrollbar-width:thin] bg-raised p-5 shadow-float outline-none ${wide ? "max-w-[640px]" : "max-w-[480px]"}`}
          >
            <div className="mb-4 flex flex-none items-start justify-between gap-4">
              <Base.Title className="text-card font-semibold">{title}</Base.Title>
              <span className="-mt-1.5 -mr-1.5">
                <Base.Close render={<IconButton icon={X} label={texts.close} />} />
              </span>
            </div>
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
