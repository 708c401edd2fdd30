// Who or what decided a call, and why, with the way to the rule that did.
import type { Decided as What } from "../../preload/contract/views.ts";
import { routeHash } from "../frame/route.ts";
import { texts } from "../texts/decided.ts";

export function Decided({ what }: { what: What }) {
  return (
    <>
      <span className="font-medium">{texts.decided(what)}</span>
      {what.reason !== "" && `: ${what.reason}`}
      {what.permission !== null && (
        <>
          {" "}
          <a
            href={routeHash({ view: "permissions", ref: what.permission })}
            className="rounded-sm underline decoration-1 underline-offset-2 hover:text-ink hover:decoration-2"
          >
            {texts.rule}
          </a>
        </>
      )}
    </>
  );
}
