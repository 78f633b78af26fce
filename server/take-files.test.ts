import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rateLimits } from '../contract/rate-limits.ts';
import { uploadLimits } from '../contract/uploads.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { makeEntry } from '../testing/makers.ts';
import { multipartOf, samplePdf } from '../testing/sample-files.ts';
import { openTestSite, type TestSite } from '../testing/site-app.ts';

let database: TestDatabase;
let site: TestSite;
beforeAll(async () => {
  database = await openTestDatabase();
  for (const slug of ['home', 'contact-us']) await makeEntry(database, 'PAGE', { slug });
  site = await openTestSite(database);
}, 180_000);
afterAll(async () => {
  await site?.close();
  await database?.close();
});

/** Sends the contact form with as many files as a form takes, as a browser without JavaScript does. */
async function sendForm(): Promise<{ status: number; page: string }> {
  const fields = { name: 'Ada', email: 'ada@example.org', message: 'Hello', key: randomUUID() };
  const files = Array.from({ length: uploadLimits.files }, (_, index) => samplePdf(`plan ${index}.pdf`));
  const { headers, payload } = multipartOf(files, fields);
  const answer = await fetch(`${site.address}/contact-us`, {
    method: 'POST',
    headers: { ...headers, accept: 'text/html' },
    body: new Uint8Array(payload),
    redirect: 'manual',
  });
  return { status: answer.status, page: await answer.text() };
}

it('files of forms without JavaScript count as uploads of their network', async () => {
  for (let sent = 0; sent < rateLimits.upload.points; sent += uploadLimits.files)
    expect((await sendForm()).status).toBe(303);
  const { status, page } = await sendForm();
  expect(status).not.toBe(303);
  expect(page).toContain('This was asked too often from your network.');
}, 30_000);
