// The head of a view, its regions, and the few ways of standing still: loading, in trouble, empty.
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { texts } from "../texts/common.ts";
import { Button } from "./button.tsx";

export function PageHead({ title, lead, children }: { title: string; lead?: ReactNode; children?: ReactNode }) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-title font-semibold tracking-[-0.01em]">{title}</h1>
        {lead !== undefined && <p className="text-ink2">{lead}</p>}
      </div>
      {children}
    </header>
  );
}

interface RegionProps {
  /** The accessible name; the heading may say it differently. */
  name: string;
  heading?: string;
  count?: number;
  aside?: ReactNode;
  children: ReactNode;
}

export function Region({ name, heading, count, aside, children }: RegionProps) {
  return (
    <section aria-label={name} className="mb-[26px]">
      {heading !== undefined && (
        <div className="mb-2.5 flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1.5">
          <h2 className="text-head font-semibold text-ink2">
            {heading}
            {count !== undefined && count > 0 && (
              <span className="ml-2 font-medium text-ink3 tabular-nums">{count}</span>
            )}
          </h2>
          {aside !== undefined && <div className="ml-auto">{aside}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

/** A failed answer of main: its sentence, and the way to ask again. */
export function Trouble({ sentence, retry }: { sentence: string; retry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-3 rounded-card border border-line bg-raised px-4 py-3.5"
    >
      <p className="min-w-0 flex-1 basis-64">{sentence}</p>
      <Button size="small" onClick={retry}>
        {texts.retry}
      </Button>
    </div>
  );
}

interface EmptyProps {
  icon: LucideIcon;
  title: string;
  lead: string;
  rest?: string;
  children?: ReactNode;
}

export function Empty({ icon: Icon, title, lead, rest, children }: EmptyProps) {
  return (
    <div className="flex flex-col items-center rounded-card border border-dashed border-strong px-6 py-12 text-center">
      <span
        aria-hidden="true"
        className="mb-4 flex size-11 items-center justify-center rounded-full bg-sleep text-ink2"
      >
        <Icon size={20} strokeWidth={1.5} />
      </span>
      <p className="text-card font-semibold">{title}</p>
      <p className="mt-1 max-w-[46ch] text-ink2">{lead}</p>
      {rest !== undefined && <p className="max-w-[46ch] text-ink2">{rest}</p>}
      {children !== undefined && <div className="mt-5">{children}</div>}
    </div>
  );
}

interface ViewQuery<T> {
  data: T | undefined;
  error: Error | null;
  refetch: () => unknown;
}

/** Draws a view's answer when it is there; a failed first answer becomes a calm sentence, a slow one stays blank. */
export function Answered<T>({ query, children }: { query: ViewQuery<T>; children: (data: T) => ReactNode }) {
  const again = () => void query.refetch();
  return (
    <>
      {query.error !== null && (
        <div className="mb-5">
          <Trouble sentence={query.error.message} retry={again} />
        </div>
      )}
      {query.data !== undefined ? children(query.data) : null}
      {query.data === undefined && query.error === null && (
        <p role="status" className="sr-only">
          {texts.loading}
        </p>
      )}
    </>
  );
}
