// A source with two secrets: which they are, what each is good for now, and the two ways out.
import { useState } from "react";
import type { Done, SourceRow } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { texts } from "../../texts/exchange.ts";

interface Props {
  source: SourceRow;
  moment: (at: number) => string;
  /** How finishing it, or giving it up, ended. */
  said: (done: Done) => void;
}

export function Exchanging({ source, moment, said }: Props) {
  const finish = useCommand("settings.finishExchange", ["settings"]);
  /** Which of the two the question is about. */
  const [keep, setKeep] = useState<"next" | "present">("next");
  const { name, secret, secretState, nextSecret, nextSecretState, nextProvedAt } = source;
  if (nextSecret === null || nextSecretState === null) return null;
  const end = (which: "next" | "present") =>
    finish.mutate(
      { name, keep: which },
      { onSuccess: said, onError: (error) => said({ ok: false, sentence: error.message }) },
    );
  const proved = nextProvedAt === null ? texts.notProved : texts.proved(moment(nextProvedAt));
  return (
    <div
      role="group"
      aria-label={texts.group(name)}
      className="flex flex-col gap-2 rounded-control border border-warn-line bg-warn-soft px-3 py-2.5"
    >
      <p className="text-head font-medium">{texts.going[secretState === "ok" ? nextSecretState : "gone"]}</p>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-small">
        <dt className="text-ink2">{texts.old}</dt>
        <dd>
          <code className="break-all">{secret}</code> · {texts.states[secretState]}
        </dd>
        <dt className="text-ink2">{texts.fresh}</dt>
        <dd>
          <code className="break-all">{nextSecret}</code> ·{" "}
          {nextSecretState === "ok" ? proved : texts.states[nextSecretState]}
        </dd>
      </dl>
      <Confirm
        question={
          keep === "present" ? texts.giveUpSure(name, nextProvedAt !== null) : texts.sure(name, nextProvedAt !== null)
        }
        yes={keep === "present" ? texts.giveUp : texts.finish}
        no={texts.wait}
        act={() => end(keep)}
      >
        {(ask) => (
          <div className="flex flex-wrap gap-2">
            {(["next", "present"] as const).map((which) => (
              <Button
                key={which}
                size="small"
                variant={which === "next" ? "primary" : "quiet"}
                busy={finish.isPending}
                onClick={() => {
                  setKeep(which);
                  ask();
                }}
              >
                {which === "next" ? texts.finishAsk : texts.giveUpAsk}
              </Button>
            ))}
          </div>
        )}
      </Confirm>
    </div>
  );
}
