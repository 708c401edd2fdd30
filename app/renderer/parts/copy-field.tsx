// Text to take elsewhere: selectable, with a button that copies it. The page has no clipboard permission, so the button
// selects the text and uses the old command; where that fails too, the selection is left for the keyboard.
import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { texts } from "../texts/common.ts";
import { Button } from "./button.tsx";

interface Props {
  text: string;
  /** What is being copied, for the button's description. */
  label: string;
  multiline?: boolean;
}

export function CopyField({ text, label, multiline = false }: Props) {
  const [state, setState] = useState<"ready" | "copied" | "selected">("ready");
  const code = useRef<HTMLElement>(null);
  const copy = () => {
    if (code.current === null) return;
    getSelection()?.selectAllChildren(code.current);
    // oxlint-disable-next-line typescript/no-deprecated -- the clipboard's own interface asks for a permission, all of which are refused
    setState(document.execCommand("copy") ? "copied" : "selected");
  };
  const Icon = state === "copied" ? Check : Copy;
  return (
    <div className="flex items-stretch overflow-hidden rounded-control border border-line bg-code">
      <pre
        aria-label={label}
        role="group"
        className={`min-w-0 flex-1 px-3 py-[7px] select-all ${multiline ? "break-words whitespace-pre-wrap" : "break-all whitespace-pre-wrap"}`}
      >
        <code ref={code}>{text}</code>
      </pre>
      <div className="flex items-start p-1">
        <Button variant="quiet" size="small" onClick={copy} onBlur={() => setState("ready")}>
          <Icon size={13} aria-hidden="true" />
          {texts.copy}
        </Button>
        <span role="status" className={state === "ready" ? "sr-only" : "px-1 text-small leading-7 text-ink2"}>
          {state === "copied" ? texts.copied : state === "selected" ? texts.copyByHand : ""}
        </span>
      </div>
    </div>
  );
}
