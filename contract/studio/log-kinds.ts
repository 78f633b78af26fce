import { formatCount } from '../content/number-text.ts';
import type { ListActKind } from './list-names.ts';
import type { MessageActKind } from './message-kinds.ts';
import type { PrivacyActKind } from './privacy-kinds.ts';
import type { ActKind } from './shapes.ts';

/** Values that a log record keeps. Never a visitor's name, address or words. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

export interface LogArea {
  /** The name of the group of kinds, for the filter. */
  name: string;
  /** What its records are about, for the filter by thing; absent where they are about nothing. */
  subject?: string;
  /** The screen of a thing, with its id for `{id}`. */
  path?: string;
  /** Who did it where no user did; by default the command line. */
  nobody?: string;
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
    path: '/studio/content/{id}',
    kinds: {
      CREATE: 'created {it}',
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
      UNDO: 'took back the last act on {it}',
      SUBMIT: 'submitted {it} for review',
      RETURN: 'sent {it} back to its author',
      KEEP: 'kept a version of {it}',
      RESTORE_VERSION: 'restored an earlier version of {it} as its draft',
      DISCARD: 'discarded the draft of {it}',
      DELETE: 'deleted {it}',
      RESTORE: 'restored {it}, which was deleted',
      SHARE: 'shared a preview of {it}',
      UNSHARE: 'ended a shared preview of {it}',
    } satisfies Record<ActKind, string> & Record<string, string>,
  },
  picture: {
    name: 'Pictures',
    subject: 'picture',
    path: '/studio/media/{id}',
    kinds: {
      UPLOAD: 'uploaded the picture {it}',
      DESCRIBE: 'described the picture {it}',
      REPLACE: 'replaced the picture {it}',
      RESTORE: 'restored an earlier file of the picture {it}',
      REMOVE: 'deleted the picture {it}',
    },
  },
  list: {
    name: 'Lists and people',
    kinds: {
      ADD: 'added “{name}” to a list',
      CHANGE: 'changed “{name}” in a list',
      ORDER: 'moved “{name}” in a list',
      MERGE: 'merged “{name}” into “{into}” in a list',
      REMOVE: 'removed “{name}” from a list',
      UNDO: 'took back an act on a list: {summary}',
    } satisfies Record<ListActKind, string> & Record<string, string>,
  },
  redirect: {
    name: 'Redirects',
    subject: 'redirect',
    path: '/studio/redirects?q={id}',
    kinds: {
      ADD: 'added a redirect from {it} to {target}',
      REMOVE: 'deleted the redirect from {it}',
      IMPORT: 'imported {count:redirect}',
      EXPORT: 'exported all redirects',
    },
  },
  message: {
    name: 'Messages',
    subject: 'message',
    path: '/studio/inbox/{id}',
    kinds: {
      LIST: 'read lists that name visitors',
      READ: 'opened the message {it}',
      FILE: 'opened a file of the message {it}',
      UNDO: 'took back an act on the message {it}',
      ASSIGN: 'assigned the message {it}',
      STATUS: 'changed the state of the message {it}',
      TAG: 'changed the tags of the message {it}',
      NOTE: 'noted something about the message {it}',
      ANSWER: 'answered the message {it}',
      SETTLE: 'decided what became of an answer to the message {it}',
      SPAM: 'put the message {it} into quarantine',
      NOT_SPAM: 'released the message {it} from quarantine',
      MERGE: 'added another message to the message {it}',
      REOPEN: 'wrote again, which opened the message {it}',
      BOOK: 'booked the consultation of the message {it}',
      CONFIRM: 'confirmed the consultation of the message {it}',
      MOVE: 'moved the consultation of the message {it}',
      CANCEL: 'cancelled the consultation of the message {it}',
      RESTORE: 'took back the cancellation of the consultation of the message {it}',
      NO_SHOW: 'noted that the visitor of the message {it} did not come to the consultation',
      EXPORT: 'exported messages',
      TEMPLATE: 'saved the template of answers “{name}”',
    } satisfies Record<MessageActKind, string> & Record<string, string>,
  },
  mail: {
    name: 'E-mails',
    kinds: {
      READ: 'read e-mails of the outbox',
      READ_REPLIES: 'read e-mails that belong to no message',
      RETRY: 'sent {count:e-mail} again',
      RELEASE: 'released {count:e-mail} that a restored backup held',
      ASSIGN_REPLY: 'assigned an e-mail to a message',
      DISMISS_REPLY: 'set aside an e-mail that belongs to no message',
      TEST: 'sent a test e-mail to their own address',
    },
  },
  consultation: {
    name: 'Consultations',
    subject: 'consultation',
    path: '/studio/consultations/{id}',
    kinds: {
      LIST: 'read the calendar of consultations',
      READ: 'opened a {it|consultation}',
      RULES: 'changed the rules of consultations',
      ADVISER: 'changed the adviser {name}',
      EXCEPTION: 'changed the hours of the adviser {name} on {day}',
      DAYS_OFF: 'added {count:day} off',
      REMOVE_DAYS_OFF: 'removed {count:day} off',
      FEED: 'made a new calendar feed of the adviser {name}',
      REMOVE_FEED: 'removed the calendar feed of the adviser {name}',
    },
  },
  numbers: {
    name: 'Numbers',
    kinds: {
      MEASURE: 'had pages report their speed and the use of forms',
      STOP_MEASURING: 'ended the reports of pages about their speed and forms',
    },
  },
  privacy: {
    name: 'Requests about personal data',
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
  webhook: {
    name: 'Webhooks',
    subject: 'webhook',
    nobody: 'The server',
    kinds: {
      CREATE: 'added the webhook {url}',
      CHANGE: 'changed the webhook {url}',
      DISABLE: 'disabled the webhook {url}',
      ENABLE: 'enabled the webhook {url} again',
      REMOVE: 'removed the webhook {url}',
      ROTATE: 'gave the webhook {url} a new secret',
      TEST: 'sent a test to a webhook',
      SEND_AGAIN: 'sent an event to a webhook again',
    },
  },
  link: {
    name: 'Links to other sites',
    kinds: { CHECK: 'had all links to other sites checked' },
  },
  session: {
    name: 'Sign-ins',
    subject: 'user',
    path: '/studio/users/{id}',
    nobody: 'Somebody',
    kinds: {
      SIGN_IN: 'signed in with {way}',
      FAILED: 'failed to sign in with {way}',
      FAILED_AS: 'failed to sign in as {it} with {way}',
      FAILED_MORE: 'failed to sign in so often that further failures of this hour are not listed',
      SIGN_OUT: 'signed out',
      END: 'ended one of their sessions',
    },
  },
  user: {
    name: 'Users and ways in',
    subject: 'user',
    path: '/studio/users/{id}',
    kinds: {
      INVITE: 'invited {name} as {role}',
      CANCEL_INVITATION: 'cancelled the invitation of {name}',
      JOIN: 'joined by {way}',
      RESET: 'made a link by which {it} signs in anew',
      ROLE: 'gave {it} the role {role}',
      DISABLE: 'disabled the account of {it}',
      ENABLE: 'enabled the account of {it}',
      PASSKEY: 'added a passkey',
      RENAME_PASSKEY: 'renamed a passkey',
      REMOVE_PASSKEY: 'removed a passkey',
      PASSWORD: 'set a password',
      REMOVE_PASSWORD: 'removed their password',
      CODES: 'made new recovery codes',
      IDENTITY: 'added the company’s sign-in',
      REMOVE_IDENTITY: 'removed the company’s sign-in',
    },
  },
  system: {
    name: 'Server and backups',
    nobody: 'The server',
    kinds: {
      RELEASE: 'started version {version} for the first time',
      BACKUP: 'backed up {count:row}',
      VERIFY: 'began to verify the newest backup',
      RESTORE: 'restored a backup of {moment}',
      IMPORT: 'imported {count:item} of content',
      ERASE:
        'erased {submissions:message}, {mails:e-mail} and {replies:received e-mail} after the time for which they are kept',
      EXPORT: 'exported the log',
      CUT: 'removed the records up to number {number}, which were older than the log is kept',
    },
  },
} as const satisfies Record<string, LogArea>;

type Areas = typeof logAreas;

export type LogAreaName = keyof Areas;

/** A kind of log record: its area and its name in the area. */
export type LogKind = { [A in LogAreaName]: `${A}.${keyof Areas[A]['kinds'] & string}` }[LogAreaName];

/** Returns the area of a kind; of a kind that a later release has added, or of an area, undefined if it is unknown. */
export function findLogArea(kind: string): LogArea | undefined {
  return (logAreas as Readonly<Record<string, LogArea>>)[kind.split('.')[0] ?? ''];
}

/** A part of a sentence; `to` is the screen of the thing. */
export interface LogWords {
  text: string;
  to?: string;
}

/** What words about a record are made from. */
export interface DescribedRecord {
  kind: string;
  doneBy: { name: string } | null;
  subjectId: string | null;
  /** The name of the thing, where it has one. */
  subjectName: string | null;
  facts: LogFacts;
}

/** Returns what was done as parts of a sentence, of which the thing may be a link. */
export function describeLogRecord({ kind, subjectId, subjectName, facts }: DescribedRecord): LogWords[] {
  const area = findLogArea(kind);
  const sentence = area?.kinds[kind.split('.')[1] ?? ''] ?? kind;
  return sentence.split(/(\{[^}]+\})/).flatMap((part): LogWords[] => {
    const [, name, noun] = /^\{(\w+)(?:[:|]([^}]+))?\}$/.exec(part) ?? [];
    if (!name) return part ? [{ text: part }] : [];
    if (name !== 'it')
      return [{ text: noun ? formatCount(Number(facts[name] ?? 0), noun) : String(facts[name] ?? '') }];
    if (subjectId === null) return [{ text: noun ?? 'something' }];
    const text = noun ?? (typeof facts.title === 'string' ? `“${facts.title}”` : (subjectName ?? subjectId));
    return [{ text, ...(area?.path && { to: area.path.replace('{id}', encodeURIComponent(subjectId)) }) }];
  });
}

/** Returns the name of who did it, and words about the token, empty without one. The fact `via` marks visitors. */
export function nameActor({ doneBy, kind, facts }: DescribedRecord): [name: string, token: string] {
  const nobody = facts.via === 'visitor' ? 'A visitor' : (findLogArea(kind)?.nobody ?? 'The command line');
  return [doneBy?.name ?? nobody, facts.token ? ` by the token “${facts.token}”` : ''];
}
