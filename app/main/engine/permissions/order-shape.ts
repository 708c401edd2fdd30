// How orders to an agent are described: words that stand close to each other. Refuses: to know any of them.

export type OrderKind = "override" | "role" | "secrecy" | "reveal" | "money" | "unasked" | "tool" | "task";

export interface OrderWords {
  kind: OrderKind;
  /** Alone it is enough; otherwise it takes another kind nearby. */
  sure: boolean;
  /** Words of which one begins it. */
  first: string;
  /** Of each group one word must stand close by; one that ends with a star is a beginning. Groups are divided by bars. */
  near: string;
  /** How many words before and after the first one count. */
  reach?: [before: number, after: number];
}

export const sure = (kind: OrderKind, first: string, near: string, reach?: [number, number]): OrderWords => ({
  ...{ kind, sure: true, first, near },
  ...(reach && { reach }),
});
export const perhaps = (kind: OrderKind, first: string, near: string, reach?: [number, number]): OrderWords => ({
  ...sure(kind, first, near, reach),
  sure: false,
});
