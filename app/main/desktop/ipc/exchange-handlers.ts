// One secret of a source takes the place of another. Promises: until the exchange is finished both prove a delivery; the one that
// goes is forgotten. Refuses: to end it with a secret that is not there while the other one works.
import type { Done, SecretState, Topic } from "../../../preload/contract/views.ts";
import { done as texts } from "../views/texts.ts";
import { not, ok } from "./done.ts";
import type { Handlers } from "./gate.ts";
import { forgetUnused, type SecretUsers } from "./unused-secret.ts";

export interface ExchangeParts {
  settings: {
    current(): SecretUsers;
    rotateSource(name: string, nextReference: string): Done;
    finishRotation(name: string, keep: "next" | "present"): Done;
  };
  secrets: { forget(name: string): Done | Promise<Done>; resolve(reference: string): { state: SecretState } };
  changed: (topics: readonly Topic[]) => void;
}

export function exchangeHandlers({ settings, secrets, changed }: ExchangeParts) {
  function told(outcome: Done): Done {
    changed(["settings", "status"]);
    return outcome;
  }
  const found = (reference: string): boolean => secrets.resolve(reference).state === "ok";

  return {
    "settings.exchangeSecret": ({ name, next }) => {
      const begun = settings.rotateSource(name, next);
      return told(begun.ok ? ok(texts.exchangeBegun(name)) : begun);
    },
    "settings.finishExchange": async ({ name, keep }) => {
      const source = settings.current().sources.find((one) => one.name === name);
      const [kept, gone] =
        keep === "next" ? [source?.nextSecret, source?.secret] : [source?.secret, source?.nextSecret];
      if (kept && gone && !found(kept) && found(gone)) return told(not(texts.exchangeNotFinished(name, kept, gone)));
      const finished = settings.finishRotation(name, keep);
      if (!finished.ok) return told(finished);
      const forgotten = await forgetUnused(gone, settings.current(), secrets);
      return told(ok(`${texts.exchangeFinished(name, keep)}${forgotten}`));
    },
  } satisfies Partial<Handlers>;
}
