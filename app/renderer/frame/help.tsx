// The list of keys, behind "?".
import { Dialog } from "../parts/dialog.tsx";
import { Kbd } from "../parts/kbd.tsx";
import { texts } from "../texts/frame.ts";

export function Help({ open, setOpen }: { open: boolean; setOpen: (open: boolean) => void }) {
  return (
    <Dialog open={open} setOpen={setOpen} title={texts.shortcuts.title}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-2.5">
        {texts.shortcuts.list.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd className="text-ink2">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
