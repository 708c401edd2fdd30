// What is true of every server, said where one is added.
import { TriangleAlert } from "lucide-react";
import { texts } from "../../texts/servers.ts";

export function Warning({ of }: { of: "command" | "url" }) {
  return (
    <p className="flex items-start gap-2.5 rounded-control bg-warn-soft px-3 py-2.5 text-head text-warn contrast-more:border contrast-more:border-warn-line">
      <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0" />
      <span className="min-w-0">{texts.warnings[of]}</span>
    </p>
  );
}
