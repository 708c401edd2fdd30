// The end of a form in a dialog: what main said against it, the way out, and the button that sends it. Nothing typed is lost.
import { texts as common } from "../texts/common.ts";
import { Button } from "./button.tsx";
import { OutcomeLine } from "./outcome.tsx";

interface Props {
  failed: string | null;
  sending: boolean;
  cancel: () => void;
  /** What the button does, when it is not "Save". */
  does?: string;
}

export function FormEnd({ failed, sending, cancel, does }: Props) {
  return (
    <>
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
    </>
  );
}
