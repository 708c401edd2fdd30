// What a card asks beyond yes and no, with the ways to answer it. Every word in it that is not a label is the asker's, and is set
// apart as such; nothing is sent but by a press of a button that stands still.
import { type KeyboardEvent, useState } from "react";
import type { CardAsks, Reply } from "../../../preload/contract/approvals.ts";
import { useCall } from "../../api/queries.ts";
import { Breakable } from "../../parts/breakable.tsx";
import { Field, TextArea } from "../../parts/field.tsx";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { SteadyButton } from "../../parts/steady.tsx";
import { texts } from "../../texts/asks.ts";
import { AskForm } from "./ask-form.tsx";
import { type AskProps, DeclineButtons, type SendProps } from "./ask-parts.tsx";
import { KeyHint } from "./key-hint.tsx";

export function AskBody(props: AskProps & { asks: CardAsks }) {
  const { asks, card, reply } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (given: Reply) => setProblem(await reply(card, given));
  const given = { ...props, send: (what: Reply) => void send(what), complain: setProblem };
  return (
    <div className="mt-3">
      {asks.kind === "question" && <Question {...given} asks={asks} />}
      {asks.kind === "form" && <AskForm {...given} asks={asks} />}
      {asks.kind === "address" && <Address {...given} asks={asks} />}
      <div role="alert" className="empty:hidden">
        {problem !== null && (
          <div className="mt-3">
            <OutcomeLine ok={false} sentence={problem} />
          </div>
        )}
      </div>
    </div>
  );
}

const wordsMax = 2000;

function Question({ asks, card, busy, answer, send }: SendProps & { asks: CardAsks & { kind: "question" } }) {
  const [words, setWords] = useState("");
  const said = words.trim();
  const long = said.length > wordsMax;
  const ready = said !== "" && !long;
  const { choices } = asks;
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || !ready || busy) return;
    event.preventDefault();
    send({ text: said });
  };
  return (
    <div className="flex flex-col gap-3">
      {choices.length > 0 && (
        <div role="group" aria-label={texts.choices} className="flex flex-wrap gap-2">
          {choices.map((choice, at) => (
            <SteadyButton
              key={choice}
              wraps
              busy={busy}
              data-choice={at}
              aria-keyshortcuts={String(at + 1)}
              onClick={() => send({ choice: at })}
            >
              {choice}
              <KeyHint>{String(at + 1)}</KeyHint>
            </SteadyButton>
          ))}
        </div>
      )}
      <Field label={choices.length > 0 ? texts.orWords : texts.answer} problem={long ? texts.tooLong(wordsMax) : null}>
        {(wiring) => (
          <TextArea
            {...wiring}
            plain
            rows={2}
            data-answer=""
            value={words}
            onChange={(event) => setWords(event.target.value)}
            onKeyDown={onKey}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <SteadyButton variant="primary" busy={busy} disabled={!ready} onClick={() => send({ text: said })}>
          {texts.send}
        </SteadyButton>
        <SteadyButton busy={busy} aria-keyshortcuts="D" onClick={() => answer(card, "no")}>
          {texts.noAnswer}
          <KeyHint>D</KeyHint>
        </SteadyButton>
      </div>
    </div>
  );
}

function Address({ asks, card, busy, answer, send, complain }: SendProps & { asks: CardAsks & { kind: "address" } }) {
  const call = useCall();
  const open = async () => {
    try {
      const opened = await call("link.open", { url: asks.url });
      if (opened.ok) send({ opened: true });
      else complain(opened.sentence);
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label={texts.address} className="rounded-control border border-line bg-code px-3 py-2.5">
        <p className="font-mono text-head font-semibold break-all">{asks.host}</p>
        <p className="font-mono text-small break-all text-ink2">
          <Breakable text={asks.url} />
        </p>
      </div>
      {!asks.opens && <p className="text-head text-warn">{texts.notOpened}</p>}
      <div className="flex flex-wrap items-center gap-2">
        {asks.opens && (
          <SteadyButton variant="primary" wraps busy={busy} data-answer="" onClick={() => void open()}>
            {texts.open(asks.host)}
          </SteadyButton>
        )}
        <DeclineButtons card={card} busy={busy} answer={answer} />
      </div>
    </div>
  );
}
