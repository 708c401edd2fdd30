// The engine's constants: the article's, and those the design's rules add. One place, so that a test can name them.
// Durations are seconds.

export const leaseSeconds = 120;
export const attemptsMax = 3;
export const gapSeconds = 3600;
export const approvalWindowSeconds = 14_400;
/** No question waits longer than a year, whatever asked it. */
export const approvalWindowMaxSeconds = 31_536_000;
/** Rule 4: how long a failed event waits before attempt 2, 3 and any later one. */
export const backoffSeconds = [30, 300, 1800] as const;
/** Rule 4: a transient wait starts here and doubles up to `transientMaxSeconds`; after `transientGiveUpSeconds` the event is dead. */
export const transientFirstSeconds = 5;
export const transientMaxSeconds = 900;
export const transientGiveUpSeconds = 86_400;
/** What a server asks to wait is honoured up to this. */
export const retryAfterMaxSeconds = 3600;
/** Rule 2: a wait is sliced to this; a slice later than `jumpSeconds` is a sleep nobody told us of. */
export const sliceSeconds = 60;
export const jumpSeconds = 10;
/** Permissions when the person has said nothing: reading where it may go is allowed, effects ask. */
export const permissionDefaults = {
  windowsSeconds: {},
  pauseInQuietHours: false,
  permissions: [],
  autoMode: false,
} as const;
/** How many calls an agent may ask for while it works on one event. */
export const callsMaxPerEvent = 50;
/** How many fresh events one run takes at the most. */
export const batchMax = 50;
/** Of events that their source calls urgent: claimed before what came earlier, and a run that is on begins again for them. */
export const urgentPriority = 5;
/** Of events that a person waits for: they are claimed first. */
export const personPriority = 10;
