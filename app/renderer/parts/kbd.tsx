// A key's cap.
export function Kbd({ children }: { children: string }) {
  return (
    <kbd className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-[5px] border border-current/45 px-1 font-sans text-tiny font-medium">
      {children}
    </kbd>
  );
}
