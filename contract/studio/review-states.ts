// Separate from the schemas, so that a browser does not load them.

/** SUBMITTED: a draft waits for an editor; RETURNED: an editor sent the draft back to its author. */
export const reviewStates = ['SUBMITTED', 'RETURNED'] as const;

/** Characters that a message to editors, or the answer of an editor, may have. */
export const reviewTextLimit = 2_000;
