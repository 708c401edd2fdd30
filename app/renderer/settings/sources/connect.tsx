// How to make the other side post here, with this source's real address.
import type { SourceRow } from "../../../preload/contract/views.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { texts } from "../../texts/settings.ts";
import { forwardCommand, postCommand } from "./commands.ts";

const words = texts.connect;

export function Connect({ source }: { source: SourceRow }) {
  const address = source.address ?? `http://127.0.0.1/hooks/${source.name}`;
  switch (source.kind) {
    case "github":
      return (
        <div className="flex flex-col gap-2 text-head">
          <p>{words.githubInstall}</p>
          <CopyField text="gh extension install cli/gh-webhook" label={words.install} />
          <p>{words.github}</p>
          <CopyField multiline text={forwardCommand(address, source.secret)} label={words.githubCommand} />
          <p className="text-ink2">{words.githubRest}</p>
        </div>
      );
    case "standard-webhooks":
      return <p className="text-head">{words.standard}</p>;
    case "token":
      return (
        <div className="flex flex-col gap-2 text-head">
          <p>{words.token}</p>
          <CopyField multiline text={postCommand(address, source.secret)} label={words.tokenCommand} />
        </div>
      );
  }
}
