// The person's rules, in the order of config.yaml, each with its line and the card that made it.
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import type { PermissionRow, PermissionsView } from "../../preload/contract/permissions.ts";
import type { Done } from "../../preload/contract/views.ts";
import { useCommand } from "../api/queries.ts";
import { duration, useFormat } from "../format.ts";
import { routeHash } from "../frame/route.ts";
import { Button, IconButton } from "../parts/button.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { OutcomeLine } from "../parts/outcome.tsx";
import { Region } from "../parts/page.tsx";
import { texts } from "../texts/permissions.ts";
import { DecisionMark } from "./decision-mark.tsx";
import { partId } from "./part-id.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import { ruleInput } from "./rule-form.ts";

const words = texts.rules;

export function Rules({ view }: { view: PermissionsView }) {
  const [edited, setEdited] = useState<PermissionRow | "new" | null>(null);
  const [said, setSaid] = useState<Done | null>(null);
  const add = (
    <Button size="small" onClick={() => setEdited("new")}>
      <Plus size={13} aria-hidden="true" />
      {words.add}
    </Button>
  );
  return (
    <Region name={words.heading} heading={words.heading} count={view.rules.length} aside={add}>
      <div role="status" className="not-empty:mb-2">
        {said !== null && <OutcomeLine ok={said.ok} sentence={said.sentence} />}
      </div>
      <p className="mb-2 text-ink2">{view.rules.length === 0 ? words.none : words.lead}</p>
      {view.rules.length > 0 && (
        <ol className="rounded-card border border-line bg-raised shadow-card">
          {view.rules.map((rule) => (
            <RuleItem
              key={`${rule.index} ${rule.text}`}
              rule={rule}
              now={view.now}
              edit={() => setEdited(rule)}
              removed={setSaid}
            />
          ))}
        </ol>
      )}
      <RuleDialog
        key={edited === null ? "closed" : edited === "new" ? "new" : `${edited.index} ${edited.text}`}
        edited={edited}
        credentials={view.credentials.map(({ name }) => name)}
        close={(done) => {
          setEdited(null);
          if (done !== null) setSaid(done);
        }}
      />
    </Region>
  );
}

interface ItemProps {
  rule: PermissionRow;
  now: number;
  edit: () => void;
  removed: (done: Done) => void;
}

function RuleItem({ rule, now, edit, removed }: ItemProps) {
  const format = useFormat();
  const remove = useCommand("permissions.removeRule", ["settings", "approvals"]);
  const removing = { onSuccess: removed, onError: (error: Error) => removed({ ok: false, sentence: error.message }) };
  const name = ruleName(rule);
  const facts = [
    rule.credential === null ? "" : words.credential(rule.credential),
    rule.recipient === null ? "" : words.recipient(rule.recipient),
    rule.amountMax === null ? "" : words.amount(rule.amountMax),
    rule.exact ? words.exact : "",
    rule.decide === "allow" && !rule.trusted ? words.outsideToo : "",
    rule.windowSeconds === null ? "" : words.window(duration(rule.windowSeconds)),
    rule.line === null ? "" : words.line(rule.line),
  ].filter((fact) => fact !== "");
  return (
    <li
      id={partId(`rule:${rule.index}`)}
      tabIndex={-1}
      className="flex items-start gap-3 border-line px-4 py-2.5 not-first:border-t focus:bg-panel slim:flex-wrap slim:gap-y-0"
    >
      <Confirm
        question={words.removeSure(rule.line)}
        yes={words.removeYes}
        no={words.removeNo}
        act={() => remove.mutate({ index: rule.index, seen: ruleInput(rule) }, removing)}
      >
        {(ask) => (
          <>
            <span className="slim:flex-1">
              <DecisionMark decide={rule.decide} />
            </span>
            <div className="min-w-0 flex-1 slim:order-last slim:basis-full">
              <code title={`${words.written}: ${rule.text}`} className="block [overflow-wrap:anywhere]">
                {name}
              </code>
              <p className="text-small text-ink2">
                {facts.join(" · ")}
                {rule.madeBy !== null && (
                  <>
                    {facts.length > 0 && " · "}
                    <a
                      href={routeHash({ view: "activity", ref: String(rule.madeBy.eventId) })}
                      title={texts.event}
                      className="rounded-sm hover:text-ink hover:underline"
                    >
                      {words.madeBy(rule.madeBy.title, format.moment(rule.madeBy.at, now))}
                    </a>
                  </>
                )}
              </p>
            </div>
            <span className="-my-1 -mr-2 flex">
              <IconButton icon={Pencil} label={words.edit(name)} onClick={edit} />
              <IconButton icon={Trash2} label={words.remove(name)} onClick={ask} />
            </span>
          </>
        )}
      </Confirm>
    </li>
  );
}

/** "http.request PUT api.github.com /repos/octo". */
function ruleName(rule: PermissionRow): string {
  const tool = rule.tool === "*" ? words.anyTool : rule.tool;
  return [tool, rule.methods?.join(", "), rule.host, rule.path, rule.folder].filter(Boolean).join(" ");
}
