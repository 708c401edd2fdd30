// A labelled control with its hint and its complaint, tied together for screen readers.
import { type ComponentProps, type ReactNode, useId } from "react";

interface Wiring {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Why the value can't be taken; null while it can. */
  problem?: string | null;
  children: (wiring: Wiring) => ReactNode;
}

export function Field({ label, hint, problem = null, children }: FieldProps) {
  const id = useId();
  const wrong = problem !== null;
  const described = [hint === undefined ? "" : `${id}-hint`, wrong ? `${id}-problem` : ""].filter(Boolean).join(" ");
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-head font-medium">
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described === "" ? undefined : described,
        "aria-invalid": wrong || undefined,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1 text-small text-ink2">
          {hint}
        </p>
      )}
      {wrong && (
        <p id={`${id}-problem`} role="alert" className="mt-1 text-small text-bad">
          {problem}
        </p>
      )}
    </div>
  );
}

const box =
  "w-full min-w-0 rounded-control border border-control bg-raised text-ink transition-colors aria-invalid:border-bad disabled:opacity-50 select-text";

export function TextInput({ mono = false, ...rest }: Omit<ComponentProps<"input">, "className"> & { mono?: boolean }) {
  return (
    <input
      type="text"
      spellCheck={false}
      autoComplete="off"
      {...rest}
      className={`${box} h-[37px] px-3 ${mono ? "font-mono text-head" : ""}`}
    />
  );
}

/** `plain` for what a person says in words. */
export function TextArea({
  plain = false,
  ...props
}: Omit<ComponentProps<"textarea">, "className"> & { plain?: boolean }) {
  const face = plain ? "" : "font-mono text-head";
  return <textarea spellCheck={false} {...props} className={`${box} block px-3 py-2 ${face}`} />;
}
