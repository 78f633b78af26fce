import { sql } from 'drizzle-orm';
import { webhooks } from '../api/db/access-tables.ts';
import type { Database } from '../api/db/connect.ts';
import type { ListName } from '../contract/studio/list-names.ts';
import { messageEventsPath } from '../contract/studio/message-events.ts';
import { getMessageFilePath } from '../contract/studio/message-file-path.ts';
import { logExportPath, numberTablesPath, personalArchivePath } from '../contract/studio/paths.ts';
import { hasPermission, type Permission, roles } from '../contract/studio/permissions.ts';
import { getEntryPresencePath, getMessagePresencePath } from '../contract/studio/presence.ts';
import { screenPermissions } from '../contract/studio/screens.ts';
import {
  type AccessProof,
  hashTables,
  listChangedTables,
  makeSignedInUser,
  makeStrangers,
  parseJson,
} from './access-proof.ts';
import { makeSubmission } from './message-makers.ts';

/** Withdraws an entry by a bulk action. Returns the id of the action. */
async function runBulkAct(proof: AccessProof, session: string): Promise<number> {
  const listed = await proof.call('listContent', session, {}, { state: 'PUBLISHED', size: 1 });
  const { items = [] } = (parseJson(listed.body) ?? {}) as { items?: { id: number; version: string }[] };
  const entries = items.map(({ id, version }) => ({ id, version }));
  const run = await proof.call('runBulkAct', session, {}, { kind: 'WITHDRAW', entries, count: entries.length });
  const id = (parseJson(run.body) as { id?: number } | null)?.id;
  if (!id) throw new Error(`The act was not run: ${run.body}`);
  return id;
}

/** Books a consultation for a caller. Returns its id. */
async function bookConsultation(proof: AccessProof, session: string): Promise<string> {
  const booked = await proof.call(
    'bookForCaller',
    session,
    {},
    {
      start: new Date(Date.now() + 86_400_000).toISOString(),
      ...{ adviser: null, minutes: 30, isOutsideHours: true, key: crypto.randomUUID(), timeZone: 'UTC' },
      ...{ name: 'Caller', email: 'caller@example.org' },
    },
  );
  const id = (parseJson(booked.body) as { id?: string } | null)?.id;
  if (!id) throw new Error(`The consultation was not booked: ${booked.body}`);
  return id;
}

async function addListItem(proof: AccessProof, session: string, list: ListName, fields: object): Promise<number> {
  const added = await proof.call('addListItem', session, {}, { list, fields: { name: 'Sample', ...fields } });
  const id = (parseJson(added.body) as { id?: number } | null)?.id;
  if (!id) throw new Error(`The item was not added: ${added.body}`);
  return id;
}

/** Returns the address of a screen, with existing values for its parameters. */
function toScreenAddress(
  path: string,
  params: Record<
    'user' | 'webhook' | 'entry' | 'act' | 'picture' | 'consultation' | 'message' | 'category' | 'person',
    string | number
  >,
): string {
  const samples: Record<string, string | number> = {
    type: 'BLOG',
    range: 'draft-1',
    name: params.picture,
    reference: params.message,
    list: 'BLOG',
  };
  const ids = {
    users: params.user,
    webhooks: params.webhook,
    'content/bulk': params.act,
    consultations: params.consultation,
    lists: params.category,
    team: params.person,
  };
  samples.id = Object.entries(ids).find(([start]) => path.startsWith(start))?.[1] ?? params.entry;
  const address = path.replace(/:(\w+)/g, (whole, name: string) => String(samples[name] ?? whole));
  if (address.includes(':')) throw new Error(`The proof has no sample for ${path}`);
  return address ? `/studio/${address}` : '/studio';
}

/** Opens every screen as every role, and with the sessions that must not sign anybody in. */
export async function checkScreens(proof: AccessProof, db: Database, entryId: number): Promise<void> {
  const owner = await makeSignedInUser(db, 'OWNER');
  const { rows } = await db.execute<{ name: string }>(sql`select name from media order by name limit 1`);
  const act = await runBulkAct(proof, owner.session);
  const consultation = await bookConsultation(proof, owner.session);
  const { reference } = await makeSubmission({ db });
  const [hook] = await db.insert(webhooks).values({ url: 'https://a.example/', events: [], secret: '' }).returning();
  const category = await addListItem(proof, owner.session, 'BLOG', { description: 'For the proof' });
  const position = await addListItem(proof, owner.session, 'POSITION', {});
  const asPerson = { position, role: 'Tester', focus: 'Tests', joined: 2020 };
  const person = await addListItem(proof, owner.session, 'TEAM', asPerson);
  const sample = {
    user: owner.id,
    webhook: hook?.id ?? 0,
    entry: entryId,
    act,
    picture: rows[0]?.name ?? '',
    consultation,
    message: reference,
    category,
    person,
  };
  const strangers = await makeStrangers(db);
  for (const [path, permission] of Object.entries(screenPermissions)) {
    const url = toScreenAddress(path, sample);
    const expectStatus = async (who: string, session: string, expected: number) => {
      proof.checked += 1;
      const headers = { cookie: `studio=${session}`, accept: 'text/html' };
      const { status, location } = await proof.send({ method: 'GET', url, headers });
      const isRight = status === expected && (status !== 302 || location?.startsWith('/studio/sign-in') === true);
      if (!isRight) proof.wrong.push(`${who} opens ${url}: ${status} instead of ${expected}`);
    };
    for (const role of roles) {
      const { session } = await makeSignedInUser(db, role);
      await expectStatus(role, session, permission === null || hasPermission(role, permission) ? 200 : 403);
    }
    for (const [who, session] of Object.entries(strangers))
      await expectStatus(who, session, permission === null ? 200 : 302);
  }
}

/**
 * Asks for what the Studio serves beside its screens: previews, mails, files and event streams. Strangers and roles
 * without the permission must be refused by an error page.
 */
export async function checkDocuments(proof: AccessProof, db: Database, entryId: number, draft: string): Promise<void> {
  const documents: Record<string, Permission> = {
    [`/studio/preview?entry=${entryId}`]: 'read-content',
    '/studio/preview?path=/&at=2090-01-01T00:00': 'read-content',
    [`/studio/preview/social-images/PAGE/home.png?entry=${entryId}`]: 'read-content',
    '/studio/preview/drawings/plate/PAGE/home.svg?at=2090-01-01T00:00': 'read-content',
    '/studio/mails/html?mail=contact': 'read-content',
    [getEntryPresencePath(entryId)]: 'read-content',
    [getMessagePresencePath('WS-1', true)]: 'read-messages',
    [`${logExportPath}?format=csv`]: 'read-log',
    [numberTablesPath]: 'read-content',
    [messageEventsPath]: 'read-messages',
    [getMessageFilePath(crypto.randomUUID())]: 'read-messages',
  };
  const callers: [who: string, session: string, expected: number, refused: string[]][] = [];
  for (const [who, session] of Object.entries(await makeStrangers(db)))
    callers.push([who, session, 401, Object.keys(documents)]);
  for (const role of roles) {
    const refused = Object.keys(documents).filter((url) => !hasPermission(role, documents[url] as Permission));
    callers.push([role, (await makeSignedInUser(db, role)).session, 403, refused]);
  }
  const before = await hashTables(db);
  for (const [who, session, expected, refused] of callers)
    for (const url of refused) {
      proof.checked += 1;
      const { status, body } = await proof.send({ method: 'GET', url, headers: { cookie: `studio=${session}` } });
      if (status !== expected || body.includes(draft))
        proof.wrong.push(`${who} asks for ${url}: ${status} instead of ${expected}`);
    }
  const changed = await listChangedTables(db, before);
  if (changed.length > 0) proof.wrong.push(`refused callers of documents changed ${changed.join(', ')}`);
}

/** Sends the forms of screens from other sites, and as callers who may not send them. */
export async function checkForms(proof: AccessProof, db: Database, entryId: number): Promise<void> {
  const forms = {
    [`/studio/content/${entryId}/withdraw`]: 'intent=now&version=1.d1',
    [`/studio/content/${entryId}`]: 'intent=save&version=draft-1&title=Taken+over&summary=&body=',
    '/studio/lists?list=INTEREST': 'intent=add&name=Taken+over&description=Eve&enabled=yes',
    '/studio/users': 'intent=invite&email=eve%40example.org&name=Eve&role=OWNER',
    '/studio/content/new/BLOG': 'type=BLOG&title=Taken+over&slug=',
    '/studio/privacy/retention': 'intent=change&submissionMonths=1&mailDays=1&count=0',
    [personalArchivePath]: 'email=eve%40example.org',
  };
  const owner = await makeSignedInUser(db, 'OWNER');
  const reader = await makeSignedInUser(db, 'READER');
  const own = { 'sec-fetch-site': 'same-origin' };
  const senders: Record<string, [session: string, headers: Record<string, string>]> = {
    'another site': [owner.session, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    'a sibling site': [owner.session, { 'sec-fetch-site': 'same-site', origin: 'https://other.site.example' }],
    'a program that names no origin': [owner.session, {}],
    'a reader': [reader.session, own],
    nobody: ['', own],
  };
  for (const [url, payload] of Object.entries(forms))
    for (const [who, [session, headers]] of Object.entries(senders)) {
      proof.checked += 1;
      const before = await hashTables(db);
      const cookie = `studio=${session}`;
      const type = 'application/x-www-form-urlencoded';
      const { status } = await proof.send({
        method: 'POST',
        url,
        headers: { cookie, accept: 'text/html', 'content-type': type, ...headers },
        payload,
      });
      if (![302, 303, 401, 403].includes(status)) proof.wrong.push(`${who} sends a form to ${url}: ${status}`);
      const changed = await listChangedTables(db, before);
      if (changed.length > 0) proof.wrong.push(`${who} sends a form to ${url}: changed ${changed.join(', ')}`);
    }
}
