// Buttons. A busy or waiting one keeps its place, its name and the focus, and does nothing until that is over.
import type { LucideIcon } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

interface Props extends Omit<ComponentProps<"button">, "className" | "children"> {
  variant?: "primary" | "plain" | "quiet";
  size?: "normal" | "small";
  /** Its answer is on the way. */
  busy?: boolean;
  /** It will act in a moment; shown more quietly than `busy`. */
  waits?: boolean;
  /** Its words may be long, and then take several lines. */
  wraps?: boolean;
  children: ReactNode;
}

const variants = {
  // Of colours that belong together: no plate is to be laid under the words.
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-deep forced-color-adjust-none",
  plain: "border-strong bg-raised text-ink hover:border-control",
  quiet: "border-transparent text-ink2 hover:bg-code hover:text-ink",
};

const sizes = {
  normal: "h-[37px] gap-2 px-3.5",
  small: "h-7 gap-1.5 px-2.5 text-small",
};

export function Button({
  variant = "plain",
  size = "normal",
  busy = false,
  waits = false,
  wraps = false,
  onClick,
  children,
  ...rest
}: Props) {
  const inert = busy || waits;
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={inert || undefined}
      onClick={inert ? (event) => event.preventDefault() : onClick}
      className={`inline-flex items-center justify-center rounded-control border text-head font-semibold transition-[color,background-color,border-color,opacity]
        disabled:opacity-50 ${busy ? "opacity-50" : waits ? "opacity-70" : ""} ${variants[variant]} ${wraps ? "min-h-[37px] max-w-full min-w-0 gap-2 px-3.5 py-1.5 text-left break-words whitespace-normal" : `shrink-0 whitespace-nowrap ${sizes[size]}`}`}
    >
      {children}
    </button>
  );
}

interface IconProps extends Omit<ComponentProps<"button">, "className" | "children"> {
  icon: LucideIcon;
  /** The accessible name, shown as a tooltip too. */
  label: string;
}

export function IconButton({ icon: Icon, label, ...rest }: IconProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-control text-ink3 transition-colors hover:bg-code hover:text-ink disabled:opacity-50"
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
    </button>
  );
}
