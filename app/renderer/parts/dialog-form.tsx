// A form in a dialog: its fields scroll where the window is too low for them; what main said against it and the way out stay in
// sight below them, over nothing. Refuses: to lose what was typed.
import type { ReactNode, SubmitEvent } from "react";
import { texts as common } from "../texts/common.ts";
import { Button } from "./button.tsx";
import { OutcomeLine } from "./outcome.tsx";

interface Props {
  submit: (event: SubmitEvent) => void;
  failed: string | null;
  sending?: boolean;
  cancel: () => void;
  /** What the button does, when it is not "Save". */
  does?: string;
  /** In the stead of the usual two. */
  buttons?: ReactNode;
  /** Stays in sight, above the buttons. */
  shown?: ReactNode;
  children: ReactNode;
}

export function DialogForm({ submit, failed, sending = false, cancel, does, buttons, shown, children }: Props) {
  return (
    <form onSubmit={submit} noValidate className="flex min-h-0 flex-col">
      <div className="-mx-5 -mt-1 flex min-h-0 flex-col gap-4 overflow-y-auto [scrollbar-width:thin] px-5 pt-1 pb-4">
        {children}
      </div>
      <div className="-mx-5 -mb-5 flex flex-none flex-col gap-3 border-t border-line px-5 pt-3.5 pb-4">
        {shown}
        <div role="alert" className="empty:hidden">
          {failed !== null && <OutcomeLine ok={false} sentence={failed} />}
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          {buttons ?? (
            <>
              <Button variant="quiet" onClick={cancel}>
                {common.cancel}
              </Button>
              <Button type="submit" variant="primary" busy={sending}>
                {does ?? (sending ? common.saving : common.save)}
              </Button>
            </>
          )}
        </div>
      </div>
    </form>
  );
}
