import { unpackTar } from 'modern-tar';
import { expect, it } from 'vitest';
import { personalArchivePath } from '../../contract/studio/paths.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { makeSubmission, makeTextFile } from '../../testing/message-makers.ts';
import { makeUser } from '../../testing/studio.ts';
import { createSessionHeaders } from '../../testing/studio-api.ts';
import { setUpSite } from '../../testing/test-site.ts';

const site = await setUpSite();

const email = 'ada@example.org';

function ask(token: string, headers: Record<string, string> = {}) {
  return fetch(site.address + personalArchivePath, {
    method: 'POST',
    headers: { ...createSessionHeaders(token), ...headers },
    body: new URLSearchParams({ email }),
    redirect: 'manual',
  });
}

it('is a tar archive with the data as JSON and each file', async () => {
  const ctx = createApiContext(site.database.db, site.dataFolder);
  const { id, reference } = await makeSubmission(ctx, { email });
  const letter = Buffer.from('A letter of 20 bytes');
  for (let number = 0; number < 2; number++) {
    const { storageKey } = await makeTextFile(ctx, { text: letter, submissionId: id });
    await ctx.files.put(storageKey, letter, 'text/plain');
  }
  const answer = await ask((await makeUser(ctx, 'OPERATOR')).token);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="personal-data.tar"');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const entries = await unpackTar(await answer.arrayBuffer());
  const [text, data, ...files] = entries;
  expect(Buffer.from(text?.data ?? []).toString()).toContain(`reference: ${reference}`);
  const stored = JSON.parse(Buffer.from(data?.data ?? []).toString());
  expect([data?.header.name, stored.email, stored.stored.submissions[0].reference]).toEqual([
    'data.json',
    email,
    reference,
  ]);
  expect(files.map((file) => file.header.name).sort()).toEqual(
    stored.files.map(({ path }: { path: string }) => path).sort(),
  );
  for (const file of files) expect(Buffer.from(file.data ?? []).toString()).toBe(letter.toString());
});

it('is refused from other sites, to strangers, and to users who may not have it', async () => {
  const ctx = createApiContext(site.database.db, site.dataFolder);
  const { token } = await makeUser(ctx, 'OPERATOR');
  expect((await ask(token, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).status).toBe(403);
  expect((await ask((await makeUser(ctx, 'EDITOR')).token)).status).toBe(403);
  const stranger = await ask('');
  expect([stranger.status, stranger.headers.get('location')]).toEqual([303, '/studio/sign-in']);
});
