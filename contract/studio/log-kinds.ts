import type { MessageActKind } from './message-kinds.ts';
import type { PrivacyActKind } from './privacy-kinds.ts';
import type { ActKind } from './shapes.ts';

/** Values that a log record keeps. Never a visitor's name, address or words. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface LogArea {
  /** The name of the group of kinds, for the filter. */
  name: string;
  /** What its records are about, for the filter by thing and for links; absent where they are about nothing. */
  subject?: string;
  /**
   * What was done by kind, as the end of a sentence that begins with the person. `{it}` is the thing, another word in
   * braces is a fact, and `{count:message}` a count with its noun.
   */
  kinds: Readonly<Record<string, string>>;
}

/**
 * The kinds of log records by their areas. A new kind is one line here, and a call of `recordToLog` in the transaction
 * of the act. The kind `entry.PUBLISH` is stored as that text, so a kind is never renamed.
 */
export const logAreas = {
  entry: {
    name: 'Content',
    subject: 'entry',
    kinds: {
      PUBLISH: 'published {it}',
      SCHEDULE: 'scheduled {it}',
      SCHEDULE_WITHDRAWAL: 'scheduled the withdrawal of {it}',
      MOVE_SCHEDULE: 'moved the schedule of {it}',
      CANCEL_SCHEDULE: 'cancelled the schedule of {it}',
      WITHDRAW: 'withdrew {it}',
      SHOW: 'showed {it} again',
      CATEGORISE: 'moved {it} to another category',
      RENAME: 'renamed the address of {it}',
      IMPORT: 'imported {it}',
    } satisfies Record<ActKind, string>,
  },
  message: {
    name: 'Messages',
    subject: 'message',
    kinds: {
      ASSIGN: 'assigned the message {it}',
      STATUS: 'changed the state of the message {it}',
      TAG: 'changed the tags of the message {it}',
      NOTE: 'noted something about the message {it}',
      ANSWER: 'answered the message {it}',
      SETTLE: 'decided what became of an answer to the message {it}',
      SPAM: 'put the message {it} into quarantine',
      NOT_SPAM: 'released the message {it} from quarantine',
      MERGE: 'added another message to the message {it}',
      REOPEN: 'opened the message {it} again, because the visitor wrote',
      BOOK: 'booked the consultation of the message {it}',
      CONFIRM: 'confirmed the consultation of the message {it}',
      MOVE: 'moved the consultation of the message {it}',
      CANCEL: 'cancelled the consultation of the message {it}',
      RESTORE: 'took the cancellation of the consultation of the message {it} back',
      NO_SHOW: 'noted that the visitor of the message {it} did not come to the consultation',
    } satisfies Record<MessageActKind, string>,
  },
  privacy: {
    name: 'Personal data',
    kinds: {
      FIND: 'looked for what is stored about an address',
      EXPORT: 'exported what is stored about an address',
      ERASE: 'erased what is stored about an address',
      RETENTION: 'changed how long messages and mails are kept',
    } satisfies Record<PrivacyActKind, string>,
  },
  access: {
    name: 'Access',
    kinds: {
      CREATE_TOKEN: 'made the token “{name}”',
      REVOKE_TOKEN: 'revoked the token “{name}”',
      END_SESSIONS: 'ended {count:session} of {user}',
    },
  },
  system: {
    name: 'Server',
    kinds: {
      CUT: 'removed the records up to number {number}, which were older than the log is kept',
    },
  },
} as const satisfies Record<string, LogArea>;

type Areas = typeof logAreas;

export type LogAreaName = keyof Areas;

/** A kind of log record: its area and its name in the area. */
export type LogKind = { [A in LogAreaName]: `${A}.${keyof Areas[A]['kinds'] & string}` }[LogAreaName];
