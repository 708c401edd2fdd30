// Grants: the live ones, each with a way to revoke it, and those that are over.
import type { GrantRow, PermissionsView } from "../../preload/contract/permissions.ts";
import { useCommand } from "../api/queries.ts";
import { useFormat } from "../format.ts";
import { Button } from "../parts/button.tsx";
import { Disclosure } from "../parts/disclosure.tsx";
import { Outcome } from "../parts/outcome.tsx";
import { Region } from "../parts/page.tsx";
import { texts } from "../texts/permissions.ts";
import { EventLink } from "./event-link.tsx";

const words = texts.grants;
const shownOver = 20;

export function Grants({ view }: { view: PermissionsView }) {
  const revoke = useCommand("grants.revoke", ["permissions"]);
  const live = view.grants.filter(({ over }) => over === null);
  const over = view.grants.filter((grant) => grant.over !== null).slice(0, shownOver);
  const all = (
    <Button size="small" busy={revoke.isPending} onClick={() => revoke.mutate({ id: null })}>
      {words.revokeAll}
    </Button>
  );
  return (
    <Region
      name={words.heading}
      heading={words.heading}
      count={live.length}
      {...(live.length > 1 ? { aside: all } : {})}
    >
      <div className="has-[p]:mb-2">
        <Outcome of={revoke} />
      </div>
      {live.length === 0 && <p className="text-ink2">{words.none}</p>}
      {live.length > 0 && (
        <ul className="rounded-card border border-line bg-raised shadow-card">
          {live.map((grant) => (
            <li key={grant.id} className="flex items-start gap-3 border-line px-4 py-2.5 not-first:border-t">
              <GrantFacts grant={grant} now={view.now} />
              <Button
                size="small"
                busy={revoke.isPending}
                aria-label={words.revokeName(grant.purpose)}
                onClick={() => revoke.mutate({ id: grant.id })}
              >
                {words.revoke}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {over.length > 0 && (
        <div className="mt-2">
          <Disclosure label={words.recent}>
            {() => (
              <ul className="rounded-card border border-line bg-panel">
                {over.map((grant) => (
                  <li key={grant.id} className="flex border-line px-4 py-2 not-first:border-t">
                    <GrantFacts grant={grant} now={view.now} />
                  </li>
                ))}
              </ul>
            )}
          </Disclosure>
        </div>
      )}
    </Region>
  );
}

function GrantFacts({ grant, now }: { grant: GrantRow; now: number }) {
  const format = useFormat();
  const state =
    grant.over === null
      ? words.live(format.moment(grant.expiresAt, now), grant.usesLeft)
      : words.over(grant.over, grant.why);
  return (
    <div className="min-w-0 flex-1">
      <p className="break-words">
        {grant.purpose}
        {grant.credential === null ? ` · ${words.noCredential}` : ` · ${texts.rules.credential(grant.credential)}`}
      </p>
      <code className="block [overflow-wrap:anywhere]">
        {grant.methods} {grant.destination}
        {grant.pathPrefix}
      </code>
      <p className="text-small text-ink2">
        {state} · {words.made(format.moment(grant.madeAt, now))}
        <EventLink id={grant.eventId} />
      </p>
    </div>
  );
}
