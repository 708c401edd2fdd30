// The sentences of what the person just did in a list whose rows may be gone by now.
import { OutcomeLine } from "./outcome.tsx";

export interface Said {
  id: number;
  ok: boolean;
  sentence: string;
}

export function ListNotes({ label, said }: { label: string; said: readonly Said[] }) {
  return (
    <div role="status" aria-label={label} className={said.length === 0 ? "sr-only" : "mb-3 flex flex-col gap-1"}>
      {said.map((one) => (
        <OutcomeLine key={one.id} ok={one.ok} sentence={one.sentence} />
      ))}
    </div>
  );
}
