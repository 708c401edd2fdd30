// How long what the agent process says may be: it cuts to these, and main refuses what is longer.
// Refuses: nothing; two numbers, apart from the schemas so that the agent process needs no schema library.

/** The longest message or title, in UTF-16 units. */
export const textLengthMax = 4000;
/** The longest reason of a failure, in UTF-16 units. */
export const reasonLengthMax = 2000;
