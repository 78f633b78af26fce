import { z } from 'zod';
import { entryTypeNames } from '../content/entry-types.ts';
import {
  createListSchema,
  createPageSchema,
  createPageSizeInput,
  createWholeNumberInput,
  paging,
} from '../forms/text-input.ts';
import {
  accountOperations,
  appSecret,
  authenticationOptions,
  code,
  credential,
  done,
  passkeyCreationOptions,
  password,
} from './account-operations.ts';
import { bulkOperations } from './bulk-operations.ts';
import { draftContent, slug } from './draft-content.ts';
import { historyOperations } from './history-operations.ts';
import type { StudioOperation } from './operation.ts';
import type { StudioOperationName } from './paths.ts';
import { pictureOperations } from './picture-operations.ts';
import { redirectOperations } from './redirect-operations.ts';
import { reviewOperations } from './review-operations.ts';
import { scheduleOperations } from './schedule-operations.ts';
import {
  calendarItem,
  choices,
  currentUser,
  draftVersion,
  entryCheck,
  entryStateNames,
  entrySummary,
  invitation,
  joinLink,
  openedEntry,
  role,
  savedDraft,
  sessionSummary,
  stateVersion,
  userSummary,
} from './shapes.ts';
import { shareOperations } from './share-operations.ts';

export type { StudioOperation };

const id = z.int().min(1);
const idInput = createWholeNumberInput(id);
const token = z.string().max(100);
const text = z.string().trim().min(1).max(120);
const email = z.email().max(254);
const signedIn = z.object({ user: currentUser });
const version = z.object({ id, version: draftVersion });
const state = z.object({ id, version: stateVersion });
const newUser = { token, name: text, email };
const joined = signedIn.extend({ recoveryCodes: z.array(z.string()) });

/** The operations of the Studio's API. Their methods and paths are in `paths.ts`. */
export const studioOperations = {
  readJoinLink: {
    summary: 'What a link to join is for',
    permission: null,
    body: z.object({ token }),
    output: joinLink,
    limit: 'signIn',
  },
  beginJoin: {
    summary: 'The options of a passkey for a new user',
    permission: null,
    body: z.object(newUser),
    output: passkeyCreationOptions,
    limit: 'signIn',
  },
  finishJoin: {
    summary: 'Creates the user of a link with a passkey, or gives an existing user a new one, and signs in',
    permission: null,
    body: z.object({ ...newUser, credential }),
    output: joined,
    limit: 'signIn',
  },
  joinWithPassword: {
    summary: 'As finishJoin, with a password and an authenticator app',
    permission: null,
    body: z.object({ ...newUser, password, secret: appSecret, code }),
    output: joined,
    limit: 'signIn',
  },
  beginSignIn: {
    summary: 'The options of a sign-in by passkey',
    permission: null,
    body: z.object({}),
    output: authenticationOptions,
    limit: 'signIn',
  },
  finishSignIn: {
    summary: 'Signs in by passkey',
    permission: null,
    body: z.object({ credential }),
    output: signedIn,
    limit: 'signIn',
  },
  signInWithPassword: {
    summary: 'Signs in by password and authenticator app',
    permission: null,
    body: z.object({ email: z.string().max(254), password: z.string().max(128), code: z.string().max(20) }),
    output: signedIn,
    limit: 'signIn',
  },
  signInWithRecoveryCode: {
    summary: 'Signs in by a recovery code, which is then used up',
    permission: null,
    body: z.object({ email: z.string().max(254), code: z.string().max(40) }),
    output: signedIn,
    limit: 'signIn',
  },
  signOut: { summary: 'Ends this session', permission: 'own-account', body: z.object({}), output: done },
  me: { summary: 'The user who is signed in', permission: 'own-account', output: signedIn },
  mySessions: {
    summary: 'The sessions of the user who is signed in',
    permission: 'own-account',
    output: createListSchema(sessionSummary),
  },
  endSession: {
    summary: 'Ends one of the user’s own sessions',
    permission: 'own-account',
    body: z.object({ id: z.uuid() }),
    output: done,
  },
  ...accountOperations,
  users: { summary: 'All users', permission: 'manage-users', output: createListSchema(userSummary) },
  inviteUser: {
    summary: 'Creates a link by which a person joins, valid for 72 hours',
    permission: 'manage-users',
    needsConfirmation: true,
    body: z.object({ name: text, email, role }),
    output: z.object({ link: z.string() }),
  },
  invitations: {
    summary: 'Invitations that nobody has used yet and that are still valid',
    permission: 'manage-users',
    output: createListSchema(invitation),
  },
  cancelInvitation: {
    summary: 'Makes the invitations of an e-mail address invalid',
    permission: 'manage-users',
    body: z.object({ email }),
    output: done,
  },
  changeUser: {
    summary: 'Changes the role of a user, or disables them and ends their sessions',
    permission: 'manage-users',
    needsConfirmation: true,
    body: z.object({ id, role, isDisabled: z.boolean() }),
    output: userSummary,
  },
  backupState: {
    summary: 'When the last backup of the site succeeded, and since when backups fail',
    permission: 'read-content',
    output: z.object({ lastSuccessAt: z.iso.datetime().nullable(), failingSince: z.iso.datetime().nullable() }),
  },
  listContent: {
    summary: 'Entries of all types with their drafts, one page',
    permission: 'read-content',
    input: z.object({
      type: z.enum(entryTypeNames).optional(),
      state: z.enum([...entryStateNames, 'CHANGED']).optional(),
      q: z.string().trim().max(200).default(''),
      author: z.string().max(120).optional(),
      category: z.string().max(120).optional(),
      sort: z.enum(['saved', 'published', 'title']).default('saved'),
      page: paging.page,
      size: createPageSizeInput(25),
    }),
    output: createPageSchema(entrySummary),
  },
  calendar: {
    summary: 'What visitors see appear, change and disappear on some days, in the past too',
    permission: 'read-content',
    input: z.object({ from: z.iso.date(), days: createWholeNumberInput(z.int().min(1).max(42)) }),
    output: createListSchema(calendarItem),
  },
  openEntry: {
    summary: 'An entry with the content to edit: its draft, or what is published',
    permission: 'read-content',
    input: z.object({ id: idInput }),
    output: openedEntry,
  },
  createEntry: {
    summary: 'Creates an entry with an empty draft, or with a given one',
    permission: 'write-drafts',
    body: z.object({
      type: z.enum(entryTypeNames),
      title: text,
      slug: slug.optional(),
      content: draftContent.optional(),
    }),
    output: z.object({ id }),
    limit: 'save',
  },
  saveDraft: {
    summary: 'Saves a draft, merged with what others saved since `version`',
    permission: 'write-drafts',
    body: version.extend({ content: draftContent }),
    output: savedDraft,
    limit: 'save',
  },
  checkEntry: {
    summary: 'What prevents publishing, and what publishing changes',
    permission: 'read-content',
    body: z.object({ id }),
    output: entryCheck,
  },
  publishEntry: {
    summary: 'Publishes the draft now',
    permission: 'publish',
    body: version,
    output: openedEntry,
  },
  ...scheduleOperations,
  withdrawEntry: {
    summary: 'Withdraws an entry, or shows a withdrawn one again',
    permission: 'publish',
    body: state.extend({ isWithdrawn: z.boolean() }),
    output: openedEntry,
  },
  undoAct: {
    summary: 'Undoes the last act on an entry: restores its former state',
    permission: 'publish',
    body: z.object({ id }),
    output: openedEntry,
  },
  ...bulkOperations,
  ...shareOperations,
  renameEntry: {
    summary: 'Changes the slug of an entry, keeps the old address as a redirect and rewrites links to it',
    permission: 'publish',
    body: state.extend({ slug }),
    output: z.object({ entry: openedEntry, rewritten: z.int() }),
  },
  ...historyOperations,
  ...redirectOperations,
  ...reviewOperations,
  choices: {
    summary: 'Categories, authors, interests and entries that fields can name',
    permission: 'read-content',
    output: choices,
  },
  findTargets: {
    summary: 'Entries whose title or slug contains a text, for internal links',
    permission: 'read-content',
    input: z.object({ q: z.string().trim().max(200) }),
    output: createListSchema(z.object({ path: z.string(), title: z.string(), type: z.enum(entryTypeNames) })),
  },
  ...pictureOperations,
} as const satisfies Record<StudioOperationName, StudioOperation>;
