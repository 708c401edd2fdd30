// The dialog of another way to answer: words to a no, another call, a rule for the next ones, several cards together. Each is
// bound to the cards it was opened for, and its buttons act only once they have stood still.
import { useRef, useState } from "react";
import { useDetails } from "../../api/queries.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, TextArea } from "../../parts/field.tsx";
import { OutcomeLine } from "../../parts/outcome.tsx";
import { SteadyButton } from "../../parts/steady.tsx";
import { texts } from "../../texts/cards.ts";
import { texts as common } from "../../texts/common.ts";
import { AlikeForm } from "./alike.tsx";
import type { Answers } from "./answers.ts";
import type { Asked } from "./asking.ts";
import { argumentsProblem } from "./edited.ts";
import type { FormProps } from "./form-props.ts";
import { Blocked } from "./reasons.tsx";

interface Props {
  asked: Asked | null;
  answers: Answers;
  close: () => void;
  /** @param edited the approval of the changed call, where the answer was one. */
  answered: (asked: Asked, edited: string | null) => void;
  focusAfter: () => HTMLElement | null;
}

export function OtherWay({ asked, answers, close, answered, focusAfter }: Props) {
  const title =
    asked === null ? "" : asked.way === "alike" ? texts.alike.title(asked.cards.length) : texts[asked.way].title;
  return (
    <Dialog
      open={asked !== null}
      setOpen={(open) => !open && close()}
      title={title}
      wide={asked?.way !== "words"}
      textFirst={asked?.way === "words"}
      focusAfter={focusAfter}
    >
      {asked !== null && <FormOf asked={asked} answers={answers} close={close} answered={answered} />}
    </Dialog>
  );
}

function FormOf({ asked, answered, ...rest }: Omit<Props, "focusAfter" | "asked"> & { asked: Asked }) {
  const given = { ...rest, asked, answered: () => answered(asked, null) };
  switch (asked.way) {
    case "words":
      return <WordsForm {...given} />;
    case "edit":
      return <EditForm {...given} editedTo={(approval) => answered(asked, approval)} />;
    case "always":
      return <AlwaysForm {...given} />;
    case "alike":
      return <AlikeForm {...given} />;
  }
}

/** What main said against it stays in the dialog; a yes closes it. */
function useSending(answered: () => void) {
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (ask: () => Promise<string | null>) => {
    setSending(true);
    const why = await ask();
    setSending(false);
    setProblem(why);
    if (why === null) answered();
  };
  return { sending, problem, send: (ask: () => Promise<string | null>) => void send(ask) };
}

function Problem({ sentence }: { sentence: string | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {sentence !== null && <OutcomeLine ok={false} sentence={sentence} />}
    </div>
  );
}

const wordsMax = 2000;

function WordsForm({ asked: { card }, answers, close, answered }: FormProps) {
  const [words, setWords] = useState("");
  const { sending, problem, send } = useSending(answered);
  const said = words.trim();
  const long = said.length > wordsMax;
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium break-words">{card.title}</p>
      <p className="text-ink2">{texts.words.lead}</p>
      <Field label={texts.words.label} problem={long ? texts.words.tooLong(wordsMax) : null}>
        {(wiring) => (
          <TextArea {...wiring} plain rows={4} value={words} onChange={(event) => setWords(event.target.value)} />
        )}
      </Field>
      <Problem sentence={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={close}>
          {common.cancel}
        </Button>
        <SteadyButton
          busy={sending}
          disabled={said === "" || long}
          onClick={() => send(() => answers.answerSaying(card, "no", { words: said }))}
        >
          {texts.words.deny}
        </SteadyButton>
      </div>
    </div>
  );
}

type EditProps = Omit<FormProps, "answered"> & { editedTo: (approval: string) => void };

function EditForm({ asked: { card }, answers, close, editedTo }: EditProps) {
  const details = useDetails(card, true);
  const [draft, setDraft] = useState<string | null>(null);
  const edited = useRef<string | null>(null);
  const { sending, problem, send } = useSending(() => editedTo(edited.current ?? card.id));
  if (details.data === undefined || details.data === null) {
    const sentence = details.error?.message ?? (details.data === null ? texts.gone : texts.fetching);
    return <p className="text-ink2">{sentence}</p>;
  }
  const before = details.data.arguments;
  const value = draft ?? before;
  const wrong = argumentsProblem(value);
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium break-words">{card.title}</p>
      <p className="text-ink2">{texts.edit.lead}</p>
      <Field label={texts.edit.label} problem={wrong}>
        {(wiring) => (
          <TextArea
            {...wiring}
            rows={Math.min(18, Math.max(6, value.split("\n").length + 1))}
            value={value}
            onChange={(event) => setDraft(event.target.value)}
          />
        )}
      </Field>
      <Problem sentence={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={close}>
          {common.cancel}
        </Button>
        <SteadyButton
          variant="primary"
          busy={sending}
          disabled={wrong !== null || value === before}
          onClick={() =>
            send(async () => {
              const result = await answers.edit(card, value);
              if (!result.ok) return result.sentence;
              edited.current = result.approval;
              return null;
            })
          }
        >
          {texts.edit.save}
        </SteadyButton>
      </div>
    </div>
  );
}

function AlwaysForm({ asked: { card }, answers, close, answered }: FormProps) {
  const { sending, problem, send } = useSending(answered);
  const line = card.always?.line ?? "";
  const words = texts.always;
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium break-words">{card.title}</p>
      <p className="text-ink2">{words.lead}</p>
      <pre
        role="group"
        aria-label={words.line}
        className="rounded-control border border-line bg-code px-3 py-2.5 break-words whitespace-pre-wrap"
      >
        <code className="[overflow-wrap:anywhere]">{line}</code>
      </pre>
      <p className="text-ink2">
        {card.always?.outside === true && `${words.outside} `}
        {words.again}
      </p>
      <Blocked blocked={card.blocked} />
      <Problem sentence={problem} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={close}>
          {common.cancel}
        </Button>
        <SteadyButton
          variant="primary"
          busy={sending}
          disabled={line === ""}
          onClick={() => send(() => answers.answerSaying(card, "yes", { always: line }))}
        >
          {words.write}
        </SteadyButton>
      </div>
    </div>
  );
}
