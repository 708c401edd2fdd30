// Who or what decided a call, and why, with the way to the rule that did.
import type { Decided as What } from "../../preload/contract/views.ts";
import { texts } from "../texts/decided.ts";
import { PartLink } from "./part-link.tsx";

export function Decided({ what }: { what: What }) {
  return (
    <>
      <span className="font-medium">{texts.decided(what)}</span>
      {what.reason !== "" && `: ${what.reason}`}
      {what.permission !== null && (
        <>
          {" "}
          <PartLink part={what.permission}>{texts.rule}</PartLink>
        </>
      )}
    </>
  );
}
