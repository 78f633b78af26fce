import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { unpackTar } from 'modern-tar';
import { outbox } from '../api/db/tables.ts';
import { isMailWaitingSql } from '../api/messages/outbox/mail-state.ts';
import { readMail } from '../api/messages/replies/read-mail.ts';
import { storeIncomingMail } from '../api/messages/replies/store-mail.ts';
import { paths } from '../contract/http/paths.table.ts';
import { personalArchivePath } from '../contract/studio/paths.ts';
import { createFolderStore } from '../server/file-store/folder-store.ts';
import { startMailServer } from '../testing/mail-server.ts';
import { createMultipart, createPdf } from '../testing/sample-files.ts';
import { fromPage } from '../testing/sample-forms.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { createSessionHeaders } from '../testing/studio-api.ts';
import { createTraces, dumpTables, findTraces, readFiles } from './privacy/find-traces.ts';
import { openProofSites, runProof } from './studio-proofs/proof-sites.ts';

// Uses one address in every form, with files, and in mails, notes, answers, replies and a booking. Exports everything
// by the Studio, and erases it. Afterwards a copy of every column of every table, the files, and the log of the server
// must hold no byte of the address, of the name and of the words of the person.

const email = 'Zyxwada.Quokka+Proof@Visitors-of-the-Proof.example';
const name = 'Zyxwada Quokkaproof';
const words = 'wombatwords';
/** Under this spelling the bookings of an address are limited together. */
const normalized = email.replace(/\+.*@/, '@');
const secrets = [email, normalized, name, words];

const mailServer = await startMailServer();
const { sites, ctx, close } = await openProofSites(1, {
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'site@company.example',
  INBOX_EMAIL: 'inbox@company.example',
  TRUST_PROXY: '1',
  LOG_FORMAT: 'json',
  LOG_LEVEL: 'debug',
});
const [site] = sites;
if (!site) throw new Error('The site was not started');
const files = createFolderStore(join(site.dataDir, 'files'));
const operator = await makeUser(ctx, 'OPERATOR', 'Grace');
const studio = createHttpStudioClient(site.address, operator.token);

const networks = { last: 0 };
function createHeaders(): Record<string, string> {
  networks.last += 1;
  return { ...fromPage, 'x-forwarded-for': `10.${networks.last}.1.1` };
}

/** Sends a form, and returns the answer. */
async function send(
  path: string,
  body: object,
): Promise<{ status: number; reference: string; [key: string]: unknown }> {
  const answer = await fetch(site?.address + path, {
    method: 'POST',
    headers: { ...createHeaders(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ...((await answer.json()) as { reference: string }), status: answer.status };
}

async function uploadFile(): Promise<string> {
  const letter = createPdf(`${name} plan.pdf`);
  const bytes = Buffer.concat([letter.bytes, Buffer.from(`% ${email} ${words}\n`)]);
  const { headers, payload } = createMultipart([{ name: letter.name, bytes }]);
  const answer = await fetch(site?.address + paths.uploadFiles, {
    method: 'POST',
    headers: { ...createHeaders(), ...headers },
    body: new Uint8Array(payload),
  });
  const { files: stored } = (await answer.json()) as { files: { token: string }[] };
  return stored[0]?.token ?? '';
}

/** Waits until no mail is due. */
async function waitForMails(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if ((await ctx.db.$count(outbox, sql`${isMailWaitingSql} and ${outbox.dueAt} <= now()`)) === 0) return;
    await sleep(200);
  }
}

/** Uses the address in every way. Returns the references of the messages. */
async function leaveTraces(): Promise<string[]> {
  const message = `Please write to ${email}: ${words}.`;
  const sender = () => ({ name, email, key: randomUUID() });
  const contact = await send(paths.submitContact, { ...sender(), message, files: await uploadFile() });
  const enquiry = await send(paths.submitEnquiry, {
    ...sender(),
    email: email.toLowerCase(),
    subject: '/',
    message,
    company: `${words} Ltd`,
    files: await uploadFile(),
  });
  const asked = await send(paths.requestConsultation, { ...sender(), timeZone: 'Europe/London', message });
  const from = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  const slots = await fetch(`${site?.address}${paths.consultationSlots}?timeZone=Europe/London&from=${from}`);
  const slot = /"(20\d\d-\d\d-\d\dT[\d:.]+Z)"/.exec(await slots.text())?.[1];
  const booked = await send(paths.bookConsultation, { ...sender(), slot, timeZone: 'Europe/London', message });
  const references = [contact, enquiry, asked, booked].map(({ status, reference, error }) => {
    if (status >= 300 || !reference) throw new Error(`A form was answered with ${status}: ${JSON.stringify(error)}`);
    return reference;
  });
  await waitForMails();
  const [first = ''] = references;
  await studio.call('noteMessage', { reference: first, text: `${name} of ${email} says ${words}.` });
  const { seen } = await studio.call('openMessage', { reference: first });
  await studio.call('answerMessage', {
    reference: first,
    subject: `About ${words}`,
    text: `Dear ${name}, as you (${email}) wrote: ${words}.`,
    seen,
    key: randomUUID(),
  });
  await waitForMails();
  const sent = mailServer.received.map(({ raw }) => /^Message-ID: (<.+>)/im.exec(raw)?.[1] ?? '').at(-1);
  for (const fields of [[`In-Reply-To: ${sent}`], []]) {
    const raw = [
      `From: ${name} <${email}>`,
      'To: site@company.example',
      `Message-ID: <${randomUUID()}@visitors-of-the-proof.example>`,
      ...fields,
      `Subject: Re: ${words}`,
      '',
      `Thank you. ${words}`,
    ].join('\r\n');
    await storeIncomingMail({ db: ctx.db, files }, await readMail(Buffer.from(raw)), new Set());
  }
  return references;
}

/** Sends a form whose query fails, so that the log tells of a failed query with these values. */
async function failOnce(): Promise<number> {
  await ctx.db.execute(sql`alter table submissions rename column source_path to source_path_away`);
  try {
    return (await send(paths.submitContact, { name, email, message: words, key: randomUUID() })).status;
  } finally {
    await ctx.db.execute(sql`alter table submissions rename column source_path_away to source_path`);
  }
}

/** Downloads the archive of the address as a browser does. Returns its entries. */
async function downloadArchive(): Promise<Map<string, Buffer>> {
  const answer = await fetch(site?.address + personalArchivePath, {
    method: 'POST',
    headers: createSessionHeaders(operator.token),
    body: new URLSearchParams({ email }),
  });
  const entries = await unpackTar(await answer.arrayBuffer());
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]));
}

const isDatabase = (path: string) => /\/(?:postgres|pgdata|database)[^/]*\//.test(path.slice(site.dataDir.length));
const traces = secrets.flatMap(createTraces);

/** Returns the places that hold a trace. */
async function listPlaces(): Promise<string[]> {
  const places = new Map([
    ...[...(await dumpTables(ctx.db))].map(([table, text]) => [`table ${table}`, text] as const),
    ...(await readFiles(site?.dataDir ?? '', isDatabase)),
    ['the log', site?.output() ?? ''] as const,
  ]);
  return [...places].flatMap(([place, text]) => {
    const found = findTraces(text, traces);
    return found.length > 0 ? [`${place} (${found.join(', ')})`] : [];
  });
}

await runProof(async () => {
  const wrong: string[] = [];
  const references = await leaveTraces();
  const status = await failOnce();
  if (status < 500) wrong.push(`the form whose query fails was answered with ${status}`);
  const before = await listPlaces();
  for (const table of ['submissions', 'outbox', 'replies', 'message_acts', 'files', 'consultations'])
    if (!before.some((place) => place.startsWith(`table ${table} `)))
      wrong.push(`nothing was found in ${table} before`);
  if (!before.some((place) => place.includes('/files/'))) wrong.push('no file had the address before');

  const found = await studio.call('findPersonalData', { email: email.toUpperCase() });
  const archive = await downloadArchive();
  const { stored } = JSON.parse(archive.get('data.json')?.toString() ?? '{}') as { stored: Record<string, object[]> };
  for (const { table, count } of found.groups)
    if (stored[table]?.length !== count)
      wrong.push(`the export has ${stored[table]?.length} of ${count} rows of ${table}`);
  const exported = JSON.stringify(stored);
  for (const reference of references) if (!exported.includes(reference)) wrong.push(`the export lacks ${reference}`);
  const letters = [...archive].filter(([path, bytes]) => path.startsWith('files/') && bytes.includes(words));
  if (letters.length !== 2) wrong.push(`the archive has ${letters.length} of 2 files`);

  const { erased } = await studio.call('erasePersonalData', { email, count: found.count });
  const after = await listPlaces();
  wrong.push(...after.map((place) => `after the erasure: ${place}`));
  const again = await studio.call('findPersonalData', { email });
  if (again.count > 0) wrong.push(`${again.count} rows are found after the erasure`);
  const { items } = await studio.call('privacyActs', {});
  const kinds = items.map(({ kind }) => kind).join(' ');
  if (kinds !== 'FIND ERASE EXPORT FIND') wrong.push(`the record says ${kinds}`);
  const rows = Object.entries(erased).map(([table, count]) => `${count} ${table}`);
  return {
    figures: `${references.length} forms, ${mailServer.received.length} mails sent; found in ${before.length} places, exported and erased ${rows.join(', ')}; ${traces.length} spellings searched in every column, file and log line; places left: ${after.length}`,
    wrong,
  };
});
await close();
await mailServer.close();
