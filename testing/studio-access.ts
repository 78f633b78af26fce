import { eq, sql } from 'drizzle-orm';
import type { Database } from '../api/db/connect.ts';
import { sessions } from '../api/db/studio-tables.ts';
import { studioMethods } from '../contract/studio/methods.table.ts';
import type { StudioOperationName } from '../contract/studio/operations.ts';
import { studioOperations } from '../contract/studio/operations.ts';
import { hasPermission, roles } from '../contract/studio/permissions.ts';
import {
  AccessProof,
  type AccessResult,
  getOperation,
  makeSignedInUser,
  makeStrangers,
  parseJson,
  type SendRequest,
} from './access-proof.ts';
import { checkDocuments, checkForms, checkScreens } from './studio-screen-access.ts';
import { checkTokens } from './token-access.ts';

const draftTitle = 'Draft of another author';
const names = Object.keys(studioOperations) as StudioOperationName[];

/** Calls every operation as every role. Allowed calls have an empty input, refused ones an input that could do harm. */
async function checkRoles(proof: AccessProof, db: Database, entryId: number, victimId: number): Promise<void> {
  const harm = { id: entryId, role: 'OWNER', isDisabled: false, isWithdrawn: true, slug: 'taken-over' };
  const createHarmfulInput = (name: StudioOperationName) =>
    name === 'changeUser'
      ? { id: victimId, role: 'READER', isDisabled: true }
      : { ...harm, version: 'draft-1', at: '2030-01-01T00:00:00Z', name: 'Eve', email: 'eve@example.org' };
  for (const role of roles) {
    const refused: Record<string, () => ReturnType<SendRequest>> = {};
    for (const name of names) {
      const { permission, needsConfirmation } = getOperation(name);
      // Each call has a user of its own, because signing out ends the session.
      const { id, session } = await makeSignedInUser(db, role);
      const callHarmfully = () => proof.call(name, session, {}, createHarmfulInput(name));
      if (permission !== null && !hasPermission(role, permission)) refused[`calls ${name}`] = callHarmfully;
      else {
        await proof.expectAllowed(`${role} calls ${name}`, () => proof.call(name, session));
        if (!needsConfirmation) continue;
        await db
          .update(sessions)
          .set({ confirmedAt: sql`now() - interval '11 minutes'` })
          .where(eq(sessions.userId, id));
        refused[`calls ${name} without a recent proof`] = callHarmfully;
      }
    }
    await proof.expectRefused(role, 403, refused);
  }
}

/** Calls every operation with sessions that must not sign in, and from pages of other sites. */
async function checkStates(proof: AccessProof, db: Database): Promise<void> {
  const owner = await makeSignedInUser(db, 'OWNER');
  const strangers = await makeStrangers(db);
  const expectRefused = (who: string, status: number, called: StudioOperationName[], session: string, headers = {}) =>
    proof.expectRefused(
      who,
      status,
      Object.fromEntries(called.map((name) => [`calls ${name}`, () => proof.call(name, session, headers)])),
    );
  const needingSession = names.filter((name) => getOperation(name).permission !== null);
  for (const [who, session] of Object.entries(strangers)) await expectRefused(who, 401, needingSession, session);
  const foreign: Record<string, Record<string, string>> = {
    'another site': { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    'a sibling site': { 'sec-fetch-site': 'same-site', origin: 'https://other.site.example' },
  };
  for (const [from, headers] of Object.entries(foreign))
    await expectRefused(`${from} for an owner`, 403, names, owner.session, headers);
  const posts = names.filter((name) => studioMethods[name] === 'POST');
  await expectRefused('a page without the XSRF token', 403, posts, owner.session, { 'x-xsrf-token': '' });
}

/** Tries to change somebody else's draft as every role that may not publish. */
async function checkForeignDrafts(proof: AccessProof, db: Database, entryId: number): Promise<void> {
  const writes: [StudioOperationName, object][] = [
    ['saveDraft', { version: 'draft-1', content: emptyContent }],
    ['discardDraft', { version: 'draft-1' }],
    ['restoreVersion', { version: 'draft-1', restored: 'draft-1' }],
    ['keepVersion', { version: 'draft-1', label: 'Kept' }],
    ['deleteEntry', { version: 'draft-1' }],
    ['submitDraft', { message: '' }],
  ];
  for (const role of roles.filter((each) => !hasPermission(each, 'publish'))) {
    const { session } = await makeSignedInUser(db, role);
    const calls = writes.map(([name, input]) => [
      `calls ${name} on somebody else’s entry`,
      () => proof.call(name, session, {}, { id: entryId, ...input }),
    ]);
    await proof.expectRefused(role, 403, Object.fromEntries(calls));
  }
}

const emptyContent = {
  title: 'Taken over',
  summary: '',
  body: '',
  author: null,
  category: null,
  keywords: [],
  interests: [],
  position: 0,
  revisedAt: null,
  fields: {},
};

/**
 * Calls every operation and opens every screen of the Studio as every role, by tokens of every scope, and as callers
 * who must be refused.
 * Compares the responses with `contract/studio/permissions.ts`. This many calls must not reach rate limits of the
 * server.
 */
export async function proveStudioAccess(
  db: Database,
  send: SendRequest,
  { withScreens }: { withScreens: boolean },
): Promise<AccessResult> {
  const proof = new AccessProof(db, send);
  const [author, victim] = [
    await makeSignedInUser(db, 'AUTHOR', 'other author'),
    await makeSignedInUser(db, 'OWNER', 'victim'),
  ];
  const created = await proof.call('createEntry', author.session, {}, { type: 'BLOG', title: draftTitle });
  const entryId = (parseJson(created.body) as { id?: number } | null)?.id;
  if (!entryId) throw new Error(`The entry was not created: ${created.body}`);
  await checkRoles(proof, db, entryId, victim.id);
  await checkStates(proof, db);
  await checkForeignDrafts(proof, db, entryId);
  if (withScreens) {
    await checkScreens(proof, db, entryId);
    await checkDocuments(proof, db, entryId, draftTitle);
    await checkForms(proof, db, entryId);
    await checkTokens(proof, db);
  }
  return { checked: proof.checked, wrong: proof.wrong };
}
