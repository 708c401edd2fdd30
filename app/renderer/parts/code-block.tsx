// A whole call or payload in monospace: wrapped, never cut; long ones scroll inside and report when their end was seen.
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";

interface Props {
  label: string;
  children: ReactNode;
  /** Told once, when the end of the text has been on the screen. */
  onSeen?: () => void;
}

export function CodeBlock({ label, children, onSeen }: Props) {
  const box = useRef<HTMLPreElement>(null);
  const [scrolls, setScrolls] = useState(false);
  const seen = useRef(onSeen);
  seen.current = onSeen;
  // Before it is drawn: what is seen whole at once never says that it was not.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => {
      // Half a line of tolerance: browsers round, and the padding below the text says nothing.
      setScrolls(element.scrollHeight > element.clientHeight + 1);
      if (element.scrollTop + element.clientHeight >= element.scrollHeight - 10) seen.current?.();
    };
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(element);
    if (element.firstElementChild !== null) watcher.observe(element.firstElementChild);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      watcher.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, []);
  return (
    // The focus is for the keyboard: a box that scrolls must be scrollable without a pointer.
    <pre
      ref={box}
      role="group"
      aria-label={label}
      tabIndex={scrolls ? 0 : undefined}
      data-scrolls={scrolls || undefined}
      className="max-h-[264px] overflow-y-auto overscroll-contain rounded-control border border-line bg-code px-3 py-2.5 break-words whitespace-pre-wrap"
    >
      <code className="block [overflow-wrap:anywhere]">{children}</code>
    </pre>
  );
}
