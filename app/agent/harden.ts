// Takes away what rules never need: the environment, the network functions, and the means to change what all objects share.
// Refuses: to be a sandbox; it narrows what a fault in an expression library could reach.

const roots = [Object, Array, Function, String, Number, Boolean, RegExp, Promise, Map, Set, Error, Date];
const unneeded = ["fetch", "WebSocket", "EventSource", "XMLHttpRequest", "Request", "Response", "BroadcastChannel"];

/**
 * Call once, after everything is imported. Gives back a way to Node's `Response`, which reaches no network by itself: Node makes
 * it when it is first looked at, and only thinking does.
 */
export function harden(): () => typeof globalThis.Response {
  const response = Object.getOwnPropertyDescriptor(globalThis, "Response");
  // Sealed, not frozen: on frozen prototypes the libraries could no longer give an object of their own a `push` or `toString`.
  for (const root of roots) void Object.seal(root.prototype);
  for (const name of unneeded) Reflect.deleteProperty(globalThis, name);
  for (const name of Object.keys(process.env)) {
    // The time zone is part of how a date in a text reads.
    if (name !== "TZ") Reflect.deleteProperty(process.env, name);
  }
  return () => {
    const kept: unknown = response?.get === undefined ? response?.value : response.get.call(globalThis);
    return kept as typeof globalThis.Response;
  };
}
