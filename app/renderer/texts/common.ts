// Words used in more than one view. Short, plain, sentence case; a button says what it does.
export const texts = {
  unknownTrouble:
    "Nightjar did not answer, and gave no reason. Try again; if it stays so, quit and start Nightjar again.",
  retry: "Try again",
  loading: "One moment",
  close: "Close",
  cancel: "Cancel",
  save: "Save",
  saving: "Saving",
  copy: "Copy",
  copied: "Copied",
  copyByHand: "Selected: press Ctrl+C",
  times: (count: number) => (count === 1 ? "once" : count === 2 ? "twice" : `${count} times`),
  viewBroke: "This view could not be drawn.",
  viewBrokeRest: "Nothing is lost: what Nightjar does goes on without it.",
  drawAgain: "Draw it again",
};
