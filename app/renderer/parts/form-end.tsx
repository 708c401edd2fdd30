// The end of a form in a dialog, always in sight: what main said against it, the way out, and the button that sends it.
// Promises: nothing typed is lost; what is typed above can be read here.
import type { ReactNode } from "react";
import { texts as common } from "../texts/common.ts";
import { Button } from "./button.tsx";
import { OutcomeLine } from "./outcome.tsx";

interface Props {
  failed: string | null;
  sending: boolean;
  cancel: () => void;
  /** What the button does, when it is not "Save". */
  does?: string;
  /** What is shown of what was typed. */
  children?: ReactNode;
}

export function FormEnd({ failed, sending, cancel, does, children }: Props) {
  return (
    <div className="sticky -bottom-4 z-10 -mx-5 -mb-5 flex flex-col gap-3 rounded-b-card border-t border-line bg-raised px-5 pt-3 pb-5 slim:-bottom-3">
      {children}
      <div role="alert" className="empty:hidden">
        {failed !== null && <OutcomeLine ok={false} sentence={failed} />}
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={cancel}>
          {common.cancel}
        </Button>
        <Button type="submit" variant="primary" busy={sending}>
          {does ?? (sending ? common.saving : common.save)}
        </Button>
      </div>
    </div>
  );
}
