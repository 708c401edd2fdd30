// One source: address, secret, what came lately, a test delivery, how to connect it.
import { KeyRound, Pencil, Send, Trash2 } from "lucide-react";
import { useId } from "react";
import type { Done, SourceRow } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { useFormat } from "../../format.ts";
import { Button, IconButton } from "../../parts/button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { CopyField } from "../../parts/copy-field.tsx";
import { Disclosure } from "../../parts/disclosure.tsx";
import { Outcome } from "../../parts/outcome.tsx";
import { texts as exchanges } from "../../texts/exchange.ts";
import { texts } from "../../texts/settings.ts";
import { Confirm } from "../../parts/confirm.tsx";
import { Connect } from "./connect.tsx";
import { Exchanging } from "./exchanging.tsx";

const words = texts.sources;

interface Props {
  source: SourceRow;
  /** The secret is found now and gone after quitting. */
  untilQuit: boolean;
  now: number;
  edit: () => void;
  exchange: () => void;
  /** What became of it, said where it stays. */
  said: (done: Done) => void;
}

export function SourceCard({ source, untilQuit, now, edit, exchange, said }: Props) {
  const id = useId();
  const format = useFormat();
  const test = useCommand("settings.testDelivery", ["settings", "activity"]);
  const remove = useCommand("settings.removeSource", ["settings"]);
  const moment = (at: number) => format.moment(at, now);
  const removing = { onSuccess: said, onError: (error: Error) => said({ ok: false, sentence: error.message }) };
  return (
    <article
      aria-labelledby={`${id}-name`}
      className="flex flex-col gap-3 rounded-card border border-line bg-raised p-4 shadow-card"
    >
      <Confirm
        question={words.removeSure(source.name)}
        yes={words.removeYes}
        no={words.removeNo}
        act={() => remove.mutate({ name: source.name }, removing)}
      >
        {(ask) => (
          <div className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <h3 id={`${id}-name`} className="text-card font-semibold break-words">
                {source.name}
              </h3>
              <p className="text-head text-ink2">
                {words.kinds[source.kind]} ·{" "}
                {source.lastAcceptedAt === null ? words.neverAccepted : words.accepted(moment(source.lastAcceptedAt))}
              </p>
            </div>
            <span className="-mt-1 -mr-1 flex">
              <IconButton icon={Pencil} label={words.edit(source.name)} onClick={edit} />
              <IconButton icon={Trash2} label={words.remove(source.name)} onClick={ask} />
            </span>
          </div>
        )}
      </Confirm>
      {source.address === null ? (
        <p className="text-head text-warn">{words.noAddress}</p>
      ) : (
        <CopyField text={source.address} label={words.address} />
      )}
      <Exchanging source={source} moment={moment} said={said} />
      <div className="flex flex-wrap gap-1.5">
        {source.nextSecret === null && (
          <Chip icon={KeyRound} tone={source.secretState === "ok" ? "plain" : "warn"}>
            <code className="text-small">{source.secret}</code> ·{" "}
            {untilQuit && source.secretState === "ok" ? words.secretUntilQuit : words.secretStates[source.secretState]}
          </Chip>
        )}
        {source.expiresOn !== null && <Chip>{exchanges.expires(source.expiresOn)}</Chip>}
        {source.identicalBodies === "run" && <Chip>{words.twinsRun}</Chip>}
        {source.duringRun !== "next" && <Chip>{words.during[source.duringRun]}</Chip>}
        {source.urgent.length > 0 && <Chip>{words.urgent(source.urgent)}</Chip>}
        {source.refusedToday > 0 && <Chip tone="warn">{words.refused(source.refusedToday)}</Chip>}
      </div>
      {source.lastRefusedAt !== null && source.lastRefusal !== null && (
        <p className="text-head text-ink2">{words.lastRefusal(moment(source.lastRefusedAt), source.lastRefusal)}</p>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button size="small" busy={test.isPending} onClick={() => test.mutate({ source: source.name })}>
          <Send size={12} aria-hidden="true" />
          {words.test}
        </Button>
        {source.nextSecret === null && (
          <Button size="small" variant="quiet" onClick={exchange}>
            {exchanges.ask}
          </Button>
        )}
        <Outcome of={test} />
      </div>
      <Disclosure label={texts.connect.label}>{() => <Connect source={source} />}</Disclosure>
    </article>
  );
}
