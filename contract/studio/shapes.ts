import { z } from 'zod';
import { entryTypeNames } from '../content/entry-types.ts';
import { dateTime } from '../forms/text-input.ts';
import { colourNames } from '../look/colours.ts';
import { choosableColours } from '../look/derive-colours.ts';
import { structureNames } from '../look/structure.ts';
import { draftContent } from './draft-content.ts';
import { roles } from './permissions.ts';
import { review } from './review-operations.ts';

export const role = z.enum(roles);

/** The user whom a session belongs to. */
export const currentUser = z.object({ id: z.int(), name: z.string(), email: z.string(), role });

/**
 * The state of an entry: DRAFT was never published, SCHEDULED will appear, PUBLISHED is shown, WITHDRAWN answers 410.
 */
export const entryStateNames = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'WITHDRAWN'] as const;

/** What an editor does that visitors see, and that can be undone until something else changes the entry. */
export const actKinds = [
  'PUBLISH',
  'SCHEDULE',
  'SCHEDULE_WITHDRAWAL',
  'MOVE_SCHEDULE',
  'CANCEL_SCHEDULE',
  'WITHDRAW',
  'SHOW',
  'CATEGORISE',
  'RENAME',
  'IMPORT',
] as const;

const lastAct = z.object({
  id: z.int(),
  kind: z.enum(actKinds),
  doneAt: dateTime,
  doneBy: z.string().nullable(),
});

/**
 * The version of an entry, and of the draft or revision that an editor sees. It differs after every change of either.
 */
export const stateVersion = z.string().regex(/^\d{1,9}\.[dr]\d{1,15}$/);

export const entrySummary = z.object({
  id: z.int(),
  type: z.enum(entryTypeNames),
  slug: z.string(),
  title: z.string(),
  state: z.enum(entryStateNames),
  /** Whether a draft differs from what is published. */
  isChanged: z.boolean(),
  category: z.string().nullable(),
  author: z.string().nullable(),
  publishedAt: dateTime.nullable(),
  nextAt: dateTime.nullable(),
  withdrawnAt: dateTime.nullable(),
  savedAt: dateTime.nullable(),
  savedBy: z.string().nullable(),
  version: stateVersion,
});

/** The version that an edit starts from: `draft-<n>` or, without a draft, `revision-<id>`. */
export const draftVersion = z.string().regex(/^(?:draft-\d{1,9}|revision-\d{1,15})$/);

/**
 * A place where two people changed the same words. `offset` is the position of `theirs` in the merged text. It is null
 * for a value that is not a text; then the three texts are JSON.
 */
const conflict = z.object({
  path: z.string(),
  offset: z.int().nullable(),
  base: z.string(),
  theirs: z.string(),
  ours: z.string(),
});

export const openedEntry = z.object({
  entry: entrySummary,
  version: draftVersion,
  content: draftContent,
  formerSlugs: z.array(z.string()),
  /** The number of the published revision; null if the entry was never published. */
  revision: z.int().nullable(),
  /** JSON Schema of the type's own fields, from which the form is made. */
  fieldsSchema: z.record(z.string(), z.unknown()),
  /** The last act on the entry; null if it cannot be undone. */
  lastAct: lastAct.nullable(),
  /** The last save of a draft that was discarded, if no other draft was begun since. */
  discarded: z.object({ version: draftVersion, at: dateTime, by: z.string().nullable() }).nullable(),
  /** The review of the draft; null if nobody submitted it. */
  review: review.nullable(),
  canWrite: z.boolean(),
  canPublish: z.boolean(),
});

/**
 * The answer to a save. SAVED: stored as sent. MERGED: stored together with the changes of others; `content` holds
 * both. CONFLICT: not stored; `base` is what both edits started from, `current` the stored content of `version`,
 * `content` is both merged with the text of the others where both changed the same words, and `conflicts` are these
 * places.
 */
export const savedDraft = z.object({
  result: z.enum(['SAVED', 'MERGED', 'CONFLICT']),
  version: draftVersion,
  savedAt: dateTime,
  savedBy: z.string().nullable(),
  content: draftContent.nullable(),
  base: draftContent.nullable(),
  current: draftContent.nullable(),
  conflicts: z.array(conflict),
});

/** A reason why an entry cannot be published: the field, and for a body the line. */
export const entryContentProblem = z.object({ path: z.string(), line: z.int().nullable(), message: z.string() });

export const entryCheck = z.object({
  problems: z.array(entryContentProblem),
  /** The address after publishing. */
  path: z.string(),
  /** Other published entries that link to this entry. */
  linkedFrom: z.array(z.object({ id: z.int(), title: z.string(), path: z.string() })),
  /** The paths of the entry, lists and categories that visitors would see changed. */
  pages: z.array(z.string()),
});

/** What became of a draft after its last save. */
export const draftOutcomes = ['PUBLISHED', 'REPLACED', 'DISCARDED'] as const;

/** What happens to an entry at a moment of the calendar. */
const calendarKinds = ['PUBLISHED', 'SCHEDULED', 'NEXT_TEXT', 'WITHDRAWAL', 'WITHDRAWN'] as const;

/**
 * A moment at which visitors see an entry appear, change or disappear. `day` is the date in the company's time zone;
 * `version` is needed to move what is scheduled.
 */
export const calendarItem = z.object({
  id: z.int(),
  version: stateVersion,
  type: z.enum(entryTypeNames),
  title: z.string(),
  kind: z.enum(calendarKinds),
  at: dateTime,
  day: z.iso.date(),
  path: z.string(),
});

const choice = z.object({ slug: z.string(), label: z.string() });
const choiceOfType = choice.extend({ type: z.enum(entryTypeNames) });

const allColours = z.record(z.enum(colourNames), z.string());
const colourChoices = z.partialRecord(z.enum(choosableColours), z.string());

/** A theme of the installation, and what the setting Look can choose in it. */
const themeChoice = z.object({
  name: z.string(),
  title: z.string(),
  summary: z.string(),
  /** `font`: the families of its headings, as CSS writes them. */
  typePairs: z.array(z.object({ name: z.string(), title: z.string(), font: z.string() })),
  /** The words of each choice, the usual one first. */
  structure: z.record(z.enum(structureNames), z.array(z.string())),
  /** The colours that can be chosen, as they are without a choice. */
  colours: z.object({ light: colourChoices, dark: colourChoices }),
  /** All colours of the theme, against which the contrast of chosen colours is computed. */
  palette: z.object({ light: allColours, dark: allColours }),
});

/** The values that the fields of an entry can refer to. */
export const choices = z.object({
  categories: z.array(choiceOfType),
  authors: z.array(choice),
  interests: z.array(choice),
  /** Entries of the types to which own fields refer by slugs. */
  entries: z.array(choiceOfType),
  themes: z.array(themeChoice),
});

const joinPurposes = ['SET_UP', 'INVITATION', 'RESET'] as const;

export const joinLink = z.object({
  purpose: z.enum(joinPurposes),
  email: z.string().nullable(),
  name: z.string().nullable(),
  role,
  /** The name of the user who invites; null where the server's operator does. */
  invitedBy: z.string().nullable(),
});

export const sessionSummary = z.object({
  id: z.string(),
  /** Browser and system, such as Firefox on Linux. */
  device: z.string(),
  createdAt: dateTime,
  seenAt: dateTime,
  isCurrent: z.boolean(),
});

/** How a user can sign in. */
export const signInMethods = z.object({
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: dateTime, usedAt: dateTime.nullable() })),
  hasPassword: z.boolean(),
  /** Who the user is at a provider of OpenID Connect. */
  identities: z.array(z.object({ id: z.int(), issuer: z.string(), createdAt: dateTime, usedAt: dateTime.nullable() })),
  /** Recovery codes that are not used up. */
  recoveryCodes: z.int(),
});

export const userSummary = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  role,
  createdAt: dateTime,
  /** Null for a user who has not signed in since this is recorded. */
  signedInAt: dateTime.nullable(),
  isDisabled: z.boolean(),
  passkeys: z.int(),
  identities: z.int(),
  hasPassword: z.boolean(),
});

export const invitation = z.object({
  email: z.string(),
  name: z.string().nullable(),
  role,
  expiresAt: dateTime,
  invitedBy: z.string().nullable(),
});

export type CurrentUser = z.output<typeof currentUser>;
export type ActKind = (typeof actKinds)[number];
export type LastAct = z.output<typeof lastAct>;
export type EntryState = (typeof entryStateNames)[number];
export type EntrySummary = z.output<typeof entrySummary>;
export type OpenedEntry = z.output<typeof openedEntry>;
export type SavedDraft = z.output<typeof savedDraft>;
export type Conflict = z.output<typeof conflict>;
export type EntryContentProblem = z.output<typeof entryContentProblem>;
export type EntryCheck = z.output<typeof entryCheck>;
export type DraftOutcome = (typeof draftOutcomes)[number];
export type CalendarItem = z.output<typeof calendarItem>;
export type Choices = z.output<typeof choices>;
export type ThemeChoice = z.output<typeof themeChoice>;
export type JoinLink = z.output<typeof joinLink>;
export type SessionSummary = z.output<typeof sessionSummary>;
export type SignInMethods = z.output<typeof signInMethods>;
export type Invitation = z.output<typeof invitation>;
export type UserSummary = z.output<typeof userSummary>;
