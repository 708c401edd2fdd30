// Takes away what rules never need: the environment, the network functions, and the means to change what all objects share.
// Refuses: to be a sandbox; it narrows what a fault in an expression library could reach.

const roots = [Object, Array, Function, String, Number, Boolean, RegExp, Promise, Map, Set, Error, Date];
const unneeded = ["fetch", "WebSocket", "EventSource", "XMLHttpRequest", "Request", "Response", "BroadcastChannel"];

/** Call once, after everything is imported. */
export function harden(): void {
  // Sealed, not frozen: on frozen prototypes the libraries could no longer give an object of their own a `push` or `toString`.
  for (const root of roots) void Object.seal(root.prototype);
  for (const name of unneeded) Reflect.deleteProperty(globalThis, name);
  for (const name of Object.keys(process.env)) {
    // The time zone is part of how a date in a text reads.
    if (name !== "TZ") Reflect.deleteProperty(process.env, name);
  }
}
