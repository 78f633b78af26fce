import type { MessageCounts } from './message-shapes.ts';

// What happens to messages, as server-sent events (HTML standard, section 9.2). Pages work without them.

/** The stream of the Studio's frame. Each event is a `MessageNews` as JSON. */
export const messageEventsPath = '/studio/events/messages';

/** The most pages of a session, and of all users, to which one server sends events. Each page holds a connection. */
export const messageEventLimits = { perSession: 10, total: 300 };

export interface MessageNews {
  counts: MessageCounts;
  /** Differs after every change of a message, so that a page knows that it shows something old. */
  version: string;
}
