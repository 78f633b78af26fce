import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createMultipart, createPdf, createPng, type SampleFile } from '../../../testing/sample-files.ts';
import { fromPage } from '../../../testing/sample-forms.ts';
import { setUpApi } from '../../../testing/set-up.ts';
import { files, outbox, submissions } from '../../db/tables.ts';
import { readStoredFile, removeUnlinkedFiles } from './link.ts';

const api = await setUpApi();
beforeEach(async () => {
  await api.ctx.db.delete(submissions);
  await api.ctx.db.delete(files);
});

async function upload(...sent: SampleFile[]): Promise<string> {
  const { body } = await api.get('/api/file/upload', { method: 'POST', ...createMultipart(sent) });
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
const loadRows = () => api.ctx.db.select().from(files);
const ageFiles = (interval: string) =>
  api.ctx.db.execute(sql`update files set created_at = now() - ${interval}::interval`);

describe('a message with files', () => {
  it("is stored with its files, and the company's mail lists each with its size", async () => {
    const tokens = await upload(createPdf('a.pdf', 2_000_000), await createPng());
    expect((await submit(makeForm({ files: tokens }))).status).toBe(200);
    const [submission] = await api.ctx.db.select().from(submissions);
    expect((await loadRows()).map(({ submissionId }) => submissionId)).toEqual([submission?.id, submission?.id]);
    // A linked file has no network, because its submission names the sender.
    expect((await loadRows()).map(({ network }) => network)).toEqual([null, null]);
    const mails = await api.ctx.db.select().from(outbox);
    const notice = mails.find(({ recipient }) => recipient === 'inbox@site.example');
    expect(notice?.body).toContain('a.pdf (1.9 MB)');
    expect(notice?.body).toContain('sketch.png (1 kB)');
    // The address may belong to somebody else, who must not receive a stranger's texts.
    expect(mails.find(({ recipient }) => recipient === 'ada@example.org')?.body).toContain('It included 2 files.');
  });

  it('without a lost file says so in both mails, and what to do', async () => {
    expect((await submit(makeForm({ lostFiles: 'plan.pdf, b.png' }))).status).toBe(200);
    const mails = await api.ctx.db.select().from(outbox);
    const [receipt, notice] = ['ada@example.org', 'inbox@site.example'].map((to) =>
      mails.find(({ recipient }) => recipient === to),
    );
    expect(receipt?.body).toMatch(/Some files did not arrive.* Please reply to this e-mail and attach them/);
    expect(notice?.body).toMatch(/did not arrive.*: plan\.pdf, b\.png/);
  });

  it('sent again is the same message, even if its files were uploaded again', async () => {
    const form = makeForm({ files: await upload(createPdf()) });
    const answers = [
      await submit(form),
      await submit(form),
      await submit({ ...form, files: await upload(createPdf()) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect((await submit({ ...form, files: await upload(createPdf('b.pdf')) })).status).toBe(422);
  });

  it.each([
    ['a token that nobody was given', () => randomUUID()],
    ['a token that is none', () => 'none'],
    ['a token twice six times over', () => Array(6).fill(randomUUID()).join(',')],
    ['SQL', () => "'); drop table files; --"],
  ])('is refused with 400 at the field files for %s, and not stored', async (_what, tokens) => {
    const { status, body } = await submit(makeForm({ files: tokens() }));
    expect([status, body.error.fields.map(({ path }: { path: string }) => path)]).toEqual([400, ['files']]);
    expect(await api.ctx.db.select().from(submissions)).toEqual([]);
  });

  it('is refused with 409 for a file of another message, and with 400 for a file older than a day', async () => {
    const tokens = await upload(createPdf());
    await submit(makeForm({ files: tokens }));
    const taken = await submit(makeForm({ files: tokens }));
    expect([taken.status, taken.body.error.fields]).toEqual([
      409,
      [{ path: 'files', message: expect.stringContaining('plan.pdf') }],
    ]);
    const old = await upload(createPdf());
    await ageFiles('25 hours');
    expect((await submit(makeForm({ files: old }))).status).toBe(400);
  });

  it('with one file in two concurrent messages links the file to one of them', async () => {
    const tokens = await upload(createPdf());
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(makeForm({ files: tokens }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe('removing unlinked files', () => {
  it('removes rows and bytes after a day, and nothing else', async () => {
    await submit(makeForm({ files: await upload(createPdf('linked.pdf')) }));
    const old = await upload(createPdf('old.pdf'));
    const keyOfOld = (await loadRows()).find(({ token }) => token === old)?.storageKey ?? '';
    await ageFiles('25 hours');
    await upload(createPdf('new.pdf'));
    expect(await removeUnlinkedFiles(api.ctx, api.ctx.files)).toBe(1);
    expect((await loadRows()).map(({ name }) => name).sort()).toEqual(['linked.pdf', 'new.pdf']);
    await expect(api.ctx.files.get(keyOfOld)).rejects.toThrow(/ENOENT/);
  });

  it('removes each file once if several servers do it', async () => {
    for (let index = 0; index < 5; index++) await upload(createPdf(), await createPng());
    await ageFiles('25 hours');
    const counts = await Promise.all([1, 2, 3].map(() => removeUnlinkedFiles(api.ctx, api.ctx.files)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(10);
    expect(await loadRows()).toEqual([]);
  });

  it('skips a file that the store fails to remove, logs it, and retries later', async () => {
    await upload(createPdf('stuck.pdf'), createPdf('other.pdf'));
    await ageFiles('25 hours');
    const stuck = (await loadRows()).find(({ name }) => name === 'stuck.pdf')?.storageKey;
    const failing = {
      ...api.ctx.files,
      remove: (key: string) => (key === stuck ? Promise.reject(new Error('down')) : api.ctx.files.remove(key)),
    };
    await expect(removeUnlinkedFiles(api.ctx, failing)).rejects.toThrow('down');
    expect((await loadRows()).map(({ name }) => name)).toEqual(['stuck.pdf']);
    expect(await removeUnlinkedFiles(api.ctx, api.ctx.files)).toBe(1);
  });

  it('completes a removal that a crash interrupted between bytes and row', async () => {
    await upload(createPdf());
    await ageFiles('25 hours');
    for (const { storageKey } of await loadRows()) await api.ctx.files.remove(storageKey);
    expect(await removeUnlinkedFiles(api.ctx, api.ctx.files)).toBe(1);
  });
});

it('a file is read by its token until its row is removed', async () => {
  const token = await upload(createPdf());
  expect(await readStoredFile(api.ctx, token)).toMatchObject({ name: 'plan.pdf', contentType: 'application/pdf' });
  await api.ctx.db.delete(files);
  await expect(readStoredFile(api.ctx, token)).rejects.toMatchObject({ code: 'not_found' });
});
