// Who has an entry open, as server-sent events (HTML standard, section 9.2).

/** Pages that may have an entry open at the same time. Each holds a connection. */
export const presenceLimits = { perSession: 20, total: 500 };

/** The stream of a page that shows an entry. Each event is a JSON array with the names of the other people. */
export const presencePath = '/studio/presence/:id';

/** The event after which a page does not connect again: its session has ended. */
export const presenceEnd = 'end';

export function getPresencePath(entryId: number): string {
  return presencePath.replace(':id', String(entryId));
}
