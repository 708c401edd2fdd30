// A step that can't be taken back, asked for once more in its own place.
import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";

interface Props {
  question: string;
  yes: string;
  no: string;
  act: () => void;
  children: (ask: () => void) => ReactNode;
}

export function Confirm({ question, yes, no, act, children }: Props) {
  const [asking, setAsking] = useState(false);
  if (!asking) return children(() => setAsking(true));
  return (
    <div role="group" aria-label={question} className="flex flex-1 animate-appear flex-wrap items-center gap-2">
      <p className="min-w-0 flex-1 basis-56 text-head">{question}</p>
      <Button
        size="small"
        autoFocus
        onClick={() => {
          setAsking(false);
          act();
        }}
      >
        {yes}
      </Button>
      <Button size="small" variant="quiet" onClick={() => setAsking(false)}>
        {no}
      </Button>
    </div>
  );
}
