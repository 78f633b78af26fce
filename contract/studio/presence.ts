// Who has an entry or a message open, as server-sent events (HTML standard, section 9.2).

/** Pages that may have something open at the same time. Each holds a connection. */
export const presenceLimits = { perSession: 20, total: 500 };

/** The streams of pages. Each event is a `Presence` in JSON. */
export const presencePaths = {
  entry: '/studio/presence/:id',
  /** By the message's reference; `?writing` says that the person writes an answer. */
  message: '/studio/presence/messages/:reference',
} as const;

/** A person who has the same entry or message open on another page. */
export interface OtherPerson {
  name: string;
  isWriting: boolean;
}

/** The event that a page gets about the entry or message that it shows. */
export interface Presence {
  people: OtherPerson[];
  /** The version of an entry, see `stateVersion`; null for a message. */
  version: string | null;
}

/** The event after which a page does not connect again: its session has ended. */
export const presenceEnd = 'end';

/** Returns the stream of a page that shows an entry. */
export function getEntryPresencePath(entryId: number): string {
  return presencePaths.entry.replace(':id', String(entryId));
}

/** Returns the stream of a page that shows a message. */
export function getMessagePresencePath(reference: string, isWriting: boolean): string {
  return `${presencePaths.message.replace(':reference', encodeURIComponent(reference))}${isWriting ? '?writing' : ''}`;
}
