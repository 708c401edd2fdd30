// What is being written and not sent yet. Promises: it outlives a change of view and a reload of the page, with the id under which it
// will be one message however often it is sent. Refuses: to outlive Nightjar itself; the page leaves nothing on disk.

export interface Draft {
  id: string;
  text: string;
}

const key = "nightjar.draft";

export function readDraft(): Draft | null {
  try {
    const { id, text } = JSON.parse(localStorage.getItem(key) ?? "null") as Partial<Draft>;
    return typeof id === "string" && typeof text === "string" ? { id, text } : null;
  } catch {
    return null;
  }
}

export function keepDraft(draft: Draft | null): void {
  if (draft === null || draft.text === "") localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(draft));
}

export const newDraft = (): Draft => ({ id: crypto.randomUUID(), text: "" });
