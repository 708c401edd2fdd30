// What each dialog of another way to answer is handed.
import type { Answers } from "./answers.ts";
import type { Asked } from "./asking.ts";

export interface FormProps {
  asked: Asked;
  answers: Answers;
  /** Nothing was answered. */
  close: () => void;
  /** It was, whatever stands. */
  answered: () => void;
}
