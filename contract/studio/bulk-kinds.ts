// Separate from the schemas, so that a browser does not load them.

/** What one act can do to several entries. */
export const bulkKinds = ['PUBLISH', 'WITHDRAW', 'CATEGORISE'] as const;

export type BulkKind = (typeof bulkKinds)[number];

/** What changed several entries at once, as reports name it. */
export const bulkActKinds = [...bulkKinds, 'IMPORT'] as const;

export type BulkActKind = (typeof bulkActKinds)[number];

/** Entries in one act. Publishing so many takes about six seconds on two cores. */
export const bulkLimit = 500;
