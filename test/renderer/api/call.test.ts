import { expect, test } from "vitest";
import { plainSentence } from "../../../app/renderer/api/call.ts";
import { texts } from "../../../app/renderer/texts/common.ts";

test("what crossed a process border is told without what was put before it", () => {
  const wrapped = new Error("Error invoking remote method 'dead.retry': Error: The event is not dead any more.");
  expect(plainSentence(wrapped)).toBe("The event is not dead any more.");
  expect(plainSentence(new Error("TypeError: The event is gone."))).toBe("The event is gone.");
  expect(plainSentence(new Error("Port 47821 is taken: Error 98."))).toBe("Port 47821 is taken: Error 98.");
});

test("an error without a reason becomes a sentence all the same", () => {
  expect(plainSentence(new Error(""))).toBe(texts.unknownTrouble);
  expect(plainSentence({ code: 4 })).toBe(texts.unknownTrouble);
});
