// Signing in to a server that has no key: offered where it is wanted, or where the server can't be reached without. The browser does it.
import { CircleUserRound } from "lucide-react";
import type { SignInRow } from "../../../preload/contract/thinking-settings.ts";
import type { Done } from "../../../preload/contract/views.ts";
import { useCommand } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { Chip } from "../../parts/chip.tsx";
import { texts } from "../../texts/servers.ts";

const words = texts.signIn;

interface Props {
  name: string;
  state: SignInRow;
  /** Its server could not be reached. */
  failed: boolean;
  said: (done: Done) => void;
}

export function SignIn({ name, state, failed, said }: Props) {
  const begin = useCommand("servers.signIn", ["settings"]);
  const leave = useCommand("servers.signOut", ["settings"]);
  const after = { onSuccess: said, onError: (error: Error) => said({ ok: false, sentence: error.message }) };
  const signIn = (label: string) => (
    <Button
      size="small"
      {...(state.kind === "wanted" ? { variant: "primary" as const } : {})}
      aria-label={words.beginName(name)}
      busy={begin.isPending}
      onClick={() => begin.mutate({ name }, after)}
    >
      {label}
    </Button>
  );
  switch (state.kind) {
    case "none":
      return failed ? <div>{signIn(words.begin)}</div> : null;
    case "wanted":
      return (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-warn-line bg-warn-soft px-3 py-2.5">
          <p className="min-w-0 flex-1 basis-64 text-head break-words">
            {state.scope === null ? words.wanted : words.wantsMore(state.scope)}
          </p>
          {signIn(state.scope === null ? words.begin : words.more)}
        </div>
      );
    case "under_way":
      return (
        <p role="status" className="text-head break-words text-ink2">
          {words.underWay(state.host)}
        </p>
      );
    case "signed_in":
      return (
        <div className="flex flex-wrap items-center gap-2">
          <Chip icon={CircleUserRound}>{words.signedIn}</Chip>
          {failed && signIn(words.again)}
          <Button
            size="small"
            variant="quiet"
            aria-label={words.outName(name)}
            busy={leave.isPending}
            onClick={() => leave.mutate({ name }, after)}
          >
            {words.out}
          </Button>
        </div>
      );
  }
}
