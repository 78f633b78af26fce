import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApi, type TestApi } from '../../testing/api.ts';
import { multipartOf, type SampleFile, samplePdf, samplePng } from '../../testing/sample-files.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import { files, outbox, submissions } from '../db/tables.ts';
import { readStoredFile } from './read.ts';
import { removeSubmissionFiles, removeUnlinkedFiles } from './remove.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.ctx.db.delete(submissions);
  await api.ctx.db.delete(files);
});

async function upload(...sent: SampleFile[]): Promise<string> {
  const { body } = await api.get('/api/file/upload', { method: 'POST', ...multipartOf(sent) });
  return body.files.map(({ token }: { token: string }) => token).join(',');
}

const makeForm = (more: object = {}) => ({
  name: 'Ada',
  email: 'ada@example.org',
  message: 'Hello',
  key: randomUUID(),
  ...more,
});
const submit = (form: object) => api.get('/api/contact/submit', { method: 'POST', headers: fromPage, payload: form });
const rows = () => api.ctx.db.select().from(files);
const age = (interval: string) => api.ctx.db.execute(sql`update files set created_at = now() - ${interval}::interval`);

describe('a message with files', () => {
  it('is stored with them, and the company’s mail names each with its size', async () => {
    const tokens = await upload(samplePdf('a.pdf', 2_000_000), await samplePng());
    expect((await submit(makeForm({ files: tokens }))).status).toBe(200);
    const [submission] = await api.ctx.db.select().from(submissions);
    expect((await rows()).map(({ submissionId }) => submissionId)).toEqual([submission?.id, submission?.id]);
    // Of whom a used file is, its submission says.
    expect((await rows()).map(({ network }) => network)).toEqual([null, null]);
    const mails = await api.ctx.db.select().from(outbox);
    const notice = mails.find(({ recipient }) => recipient === 'inbox@site.example');
    expect(notice?.body).toContain('a.pdf (1.9 MB)');
    expect(notice?.body).toContain('sketch.png (1 kB)');
    // The sender's address may be somebody else's, who must not be sent a stranger's texts.
    expect(mails.find(({ recipient }) => recipient === 'ada@example.org')?.body).toContain('2 files came with it.');
  });

  it('without one that was lost says so in both mails, and what to do', async () => {
    expect((await submit(makeForm({ lostFiles: 'plan.pdf, b.png' }))).status).toBe(200);
    const mails = await api.ctx.db.select().from(outbox);
    const [receipt, notice] = ['ada@example.org', 'inbox@site.example'].map((to) =>
      mails.find(({ recipient }) => recipient === to),
    );
    expect(receipt?.body).toMatch(/Some files did not arrive.* Please reply to this mail and attach them/);
    expect(notice?.body).toMatch(/did not arrive.*: plan\.pdf, b\.png/);
  });

  it('sent again is the same message, also where its files were uploaded anew', async () => {
    const form = makeForm({ files: await upload(samplePdf()) });
    const answers = [
      await submit(form),
      await submit(form),
      await submit({ ...form, files: await upload(samplePdf()) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect((await submit({ ...form, files: await upload(samplePdf('b.pdf')) })).status).toBe(422);
  });

  it.each([
    ['a token that nobody was given', () => randomUUID()],
    ['a token that is none', () => 'none'],
    ['a token twice six times over', () => Array(6).fill(randomUUID()).join(',')],
    ['SQL', () => "'); drop table files; --"],
  ])('is refused, 400, at the field files with %s, and not stored', async (_what, tokens) => {
    const { status, body } = await submit(makeForm({ files: tokens() }));
    expect([status, body.error.fields.map(({ path }: { path: string }) => path)]).toEqual([400, ['files']]);
    expect(await api.ctx.db.select().from(submissions)).toEqual([]);
  });

  it('is refused, 409, with a file of another message, and 400 with one of more than a day ago', async () => {
    const tokens = await upload(samplePdf());
    await submit(makeForm({ files: tokens }));
    const taken = await submit(makeForm({ files: tokens }));
    expect([taken.status, taken.body.error.fields]).toEqual([
      409,
      [{ path: 'files', message: expect.stringContaining('plan.pdf') }],
    ]);
    const old = await upload(samplePdf());
    await age('25 hours');
    expect((await submit(makeForm({ files: old }))).status).toBe(400);
  });

  it('of one file sent in two messages at once goes with one of them', async () => {
    const tokens = await upload(samplePdf());
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(makeForm({ files: tokens }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe('the cleaning', () => {
  it('removes what no message used within a day, row and bytes, and nothing else', async () => {
    await submit(makeForm({ files: await upload(samplePdf('linked.pdf')) }));
    const old = await upload(samplePdf('old.pdf'));
    const keyOfOld = (await rows()).find(({ token }) => token === old)?.storageKey ?? '';
    await age('25 hours');
    await upload(samplePdf('new.pdf'));
    expect(await removeUnlinkedFiles(api.ctx, api.ctx.files)).toBe(1);
    expect((await rows()).map(({ name }) => name).sort()).toEqual(['linked.pdf', 'new.pdf']);
    await expect(api.ctx.files.get(keyOfOld)).rejects.toThrow(/ENOENT/);
  });

  it('by several servers at once removes each file once', async () => {
    for (let index = 0; index < 5; index++) await upload(samplePdf(), await samplePng());
    await age('25 hours');
    const counts = await Promise.all([1, 2, 3].map(() => removeUnlinkedFiles(api.ctx, api.ctx.files)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(10);
    expect(await rows()).toEqual([]);
  });

  it('goes past a file that the store does not remove, says so, and finds it again', async () => {
    await upload(samplePdf('stuck.pdf'), samplePdf('other.pdf'));
    await age('25 hours');
    const stuck = (await rows()).find(({ name }) => name === 'stuck.pdf')?.storageKey;
    const failing = {
      ...api.ctx.files,
      remove: (key: string) => (key === stuck ? Promise.reject(new Error('down')) : api.ctx.files.remove(key)),
    };
    await expect(removeUnlinkedFiles(api.ctx, failing)).rejects.toThrow('down');
    expect((await rows()).map(({ name }) => name)).toEqual(['stuck.pdf']);
    expect(await removeUnlinkedFiles(api.ctx, api.ctx.files)).toBe(1);
  });

  it('finishes what a crash between bytes and row left', async () => {
    await upload(samplePdf());
    await age('25 hours');
    for (const { storageKey } of await rows()) await api.ctx.files.remove(storageKey);
    expect(await removeUnlinkedFiles(api.ctx, api.ctx.files)).toBe(1);
  });
});

it('removes all files of a submission, and reads them until then', async () => {
  const [first = ''] = (await upload(samplePdf())).split(',');
  await submit(makeForm({ files: first }));
  const [submission] = await api.ctx.db.select().from(submissions);
  expect(await readStoredFile(api.ctx, first)).toMatchObject({ name: 'plan.pdf', contentType: 'application/pdf' });
  expect(await removeSubmissionFiles(api.ctx, [submission?.id ?? 0])).toBe(1);
  expect(await rows()).toEqual([]);
  await expect(readStoredFile(api.ctx, first)).rejects.toMatchObject({ code: 'not_found' });
});
