// The credentials: where each may go, how it travels, whether its secret is there. Never a value.
import { KeyRound, Pencil, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import type { CredentialRow, PermissionsView } from "../../preload/contract/permissions.ts";
import type { Done } from "../../preload/contract/views.ts";
import { useCommand } from "../api/queries.ts";
import { useFormat } from "../format.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { Chip } from "../parts/chip.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { OutcomeLine } from "../parts/outcome.tsx";
import { Region } from "../parts/page.tsx";
import { texts } from "../texts/permissions.ts";
import { CredentialDialog, type Editing } from "./credential-dialog.tsx";
import { partId } from "./part-id.ts";

const words = texts.credentials;
/** From here on its day is told in amber. */
const soonDays = 14;

export function Credentials({ view }: { view: PermissionsView }) {
  const [editing, setEditing] = useState<Editing | null>(null);
  const [said, setSaid] = useState<Done | null>(null);
  const { credentials } = view;
  const add = (
    <Button
      size="small"
      variant={credentials.length === 0 ? "primary" : "plain"}
      onClick={() => setEditing({ what: "new", row: null })}
    >
      <Plus size={13} aria-hidden="true" />
      {words.add}
    </Button>
  );
  return (
    <Region
      name={words.heading}
      heading={words.heading}
      count={credentials.length}
      {...(credentials.length === 0 ? {} : { aside: add })}
    >
      <div role="status" className="not-empty:mb-2">
        {said !== null && <OutcomeLine ok={said.ok} sentence={said.sentence} />}
      </div>
      {credentials.length === 0 ? (
        <div className="rounded-card border border-dashed border-strong px-5 py-5">
          <p className="mb-3 max-w-[60ch] text-ink2">{words.none}</p>
          {add}
        </div>
      ) : (
        <div className="flex flex-col gap-3">
          {credentials.map((row) => (
            <CredentialCard
              key={row.name}
              row={row}
              now={view.now}
              edit={() => setEditing({ what: "edit", row })}
              rotate={() => setEditing({ what: "rotate", row })}
              removed={setSaid}
            />
          ))}
        </div>
      )}
      <CredentialDialog
        key={editing === null ? "closed" : `${editing.what} ${editing.row?.name ?? ""}`}
        editing={editing}
        taken={credentials.map(({ name }) => name)}
        close={(done) => {
          setEditing(null);
          if (done !== null) setSaid(done);
        }}
      />
    </Region>
  );
}

interface CardProps {
  row: CredentialRow;
  now: number;
  edit: () => void;
  rotate: () => void;
  removed: (done: Done) => void;
}

function CredentialCard({ row, now, edit, rotate, removed }: CardProps) {
  const id = useId();
  const format = useFormat();
  const remove = useCommand("credentials.remove", ["settings", "approvals"]);
  const removing = { onSuccess: removed, onError: (error: Error) => removed({ ok: false, sentence: error.message }) };
  const soon = row.daysLeft !== null && row.daysLeft <= soonDays;
  return (
    <article
      id={partId(`credential:${row.name}`)}
      tabIndex={-1}
      aria-labelledby={`${id}-name`}
      className="flex flex-col gap-2.5 rounded-card border border-line bg-raised p-4 shadow-card focus:border-strong"
    >
      <Confirm
        question={words.removeSure(row.name, row.rules)}
        yes={words.removeYes}
        no={words.removeNo}
        act={() => remove.mutate({ name: row.name, withRules: row.rules > 0 }, removing)}
      >
        {(ask) => (
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <h3 id={`${id}-name`} className="text-card font-semibold break-words">
                {row.name}
              </h3>
              <p className="text-head text-ink2">
                {row.lastUsedAt === null ? words.neverUsed : words.lastUsed(format.moment(row.lastUsedAt, now))}
                {row.rules > 0 && ` · ${words.rules(row.rules)}`}
              </p>
            </div>
            <span className="-mt-1 -mr-1 flex">
              <IconButton icon={Pencil} label={words.edit(row.name)} onClick={edit} />
              <IconButton icon={Trash2} label={words.remove(row.name)} onClick={ask} />
            </span>
          </div>
        )}
      </Confirm>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-head">
        <dt className="text-ink2">{words.goesTo}</dt>
        <dd className="min-w-0">
          {row.destinations.map((origin) => (
            <code key={origin} className="block [overflow-wrap:anywhere]">
              {origin}
            </code>
          ))}
        </dd>
        <dt className="text-ink2">{words.header}</dt>
        <dd className="min-w-0">
          <code className="[overflow-wrap:anywhere]">{row.header}</code>
        </dd>
      </dl>
      <div className="flex flex-wrap items-center gap-1.5">
        <Chip icon={KeyRound} tone={row.state === "ok" ? "plain" : "warn"}>
          <code className="text-small">{row.secret}</code> ·{" "}
          {row.untilQuit && row.state === "ok" ? words.untilQuit : words.states[row.state]}
        </Chip>
        {row.expiresOn !== null && row.daysLeft !== null && (
          <Chip tone={soon ? "warn" : "plain"}>{words.expires(row.expiresOn, row.daysLeft)}</Chip>
        )}
        <span className="ml-auto">
          <Button size="small" variant="quiet" aria-label={words.rotate(row.name)} onClick={rotate}>
            {words.rotateShort}
          </Button>
        </span>
      </div>
    </article>
  );
}
