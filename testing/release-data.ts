import { hash, randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ApiContext } from '../api/context.ts';
import { files } from '../api/db/tables.ts';
import { paths } from '../contract/http/paths.table.ts';
import { createBackup } from '../server/backup/create-backup.ts';
import { openBackupStore } from '../server/backup/open-backup-store.ts';
import { projectFolder } from '../server/folders.ts';
import { readSettings } from '../server/settings.ts';
import { openTestApi } from './api.ts';
import { alwaysOpen, bookSampleConsultation, findFreeMorning, updateBookingRules } from './consultations.ts';
import { makeDraft, makeEntry } from './makers.ts';
import { makeMail, makeSubmission } from './message-makers.ts';
import startPostgres from './postgres.ts';
import { fromPage } from './sample-forms.ts';
import { makeSmallCompany } from './small-company.ts';
import { makeStudioUser } from './studio-api.ts';

async function storeFile({ db, files: store }: ApiContext): Promise<void> {
  const [key, text] = [randomUUID(), Buffer.from('A visitor wrote this.')];
  const file = {
    name: 'letter.txt',
    contentType: 'text/plain',
    bytes: text.length,
    sha256: hash('sha256', text, 'hex'),
  };
  await store.put(key, text, file.contentType);
  await db.insert(files).values({ ...file, token: randomUUID(), storageKey: key, submissionId: null });
}

/** Stores a little of everything in an empty database: content, messages, bookings, users and their work. */
async function makeReleaseData(api: Awaited<ReturnType<typeof openTestApi>>): Promise<void> {
  const { ctx } = api;
  await makeSmallCompany(ctx);
  const { id, slug } = await makeEntry(ctx, 'BLOG', { formerSlugs: ['earlier-slug'] });
  await makeDraft(ctx, id, 'BLOG', { title: 'Revised title', body: 'Revised body\n' });
  await makeMail(ctx, { submissionId: (await makeSubmission(ctx)).id });
  await updateBookingRules(api, {}, alwaysOpen);
  await bookSampleConsultation(api, await findFreeMorning(api));
  const payload = { contentType: 'BLOG', slug };
  await api.get(paths.recordView, { method: 'POST', headers: fromPage, payload });
  await storeFile(ctx);
  const owner = await makeStudioUser(api, 'OWNER');
  const { body: created } = await owner.call('createEntry', { type: 'BLOG', title: 'An entry of the Studio' });
  const { body: opened } = await owner.call('openEntry', { id: created.id });
  await owner.call('saveDraft', {
    id: created.id,
    version: opened.version,
    content: { ...opened.content, body: 'Written in the Studio.\n' },
  });
  const { body: published } = await owner.call('openEntry', { id });
  await owner.call('withdrawEntry', { id, version: published.entry.version, isWithdrawn: true });
  await owner.call('createShareLink', { id: created.id, days: 30, isPinned: true });
}

/**
 * Makes a small backup with the present schema in `testing/releases`, in a folder named by the version. Replaces an
 * earlier one of this version.
 */
export async function keepReleaseData(version: string): Promise<void> {
  const tearDown = await startPostgres();
  const api = await openTestApi();
  try {
    await makeReleaseData(api);
    const root = join(projectFolder, 'testing/releases');
    const source = { database: api.database, files: api.ctx.files, settings: readSettings({}) };
    const { location } = await createBackup(source, await openBackupStore(root));
    await rm(join(root, version), { recursive: true, force: true });
    await rename(location, join(root, version));
  } finally {
    await api.close();
    await tearDown();
  }
}
