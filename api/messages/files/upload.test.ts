import { randomUUID } from 'node:crypto';
import { readdir, readFile as readFromDisk } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { measureCpuTime } from '../../../testing/cpu-time.ts';
import {
  createDocx,
  createJpeg,
  createMultipart,
  createPdf,
  createPng,
  makeBlackPng,
  makeZip,
  type SampleFile,
} from '../../../testing/sample-files.ts';
import { fromPage } from '../../../testing/sample-forms.ts';
import { setUpApi, setUpDataFolder } from '../../../testing/set-up.ts';
import { files, outbox, submissions } from '../../db/tables.ts';
import { createIncomingFiles, maxStoredBytes, NoSpaceError } from './incoming.ts';
import { readStoredFile, removeUnlinkedFiles } from './link.ts';

const api = await setUpApi();
beforeEach(async () => {
  await api.ctx.db.delete(submissions);
  for (const { storageKey } of await api.ctx.db.delete(files).returning()) await api.ctx.files.remove(storageKey);
});

const url = '/api/file/upload';
const limit = 10 * 1024 * 1024;
const upload = (...sent: SampleFile[]) => api.get(url, { method: 'POST', ...createMultipart(sent) });
const createNamedFile = (name: string, content: string | Buffer): SampleFile => ({ name, bytes: Buffer.from(content) });
const loadRows = () => api.ctx.db.select().from(files);
const listFilesOnDisk = () => readdir(api.filesFolder).catch(() => []);

async function expectNothingStored() {
  expect(await loadRows()).toEqual([]);
  expect(await listFilesOnDisk()).toEqual([]);
}

describe('an upload', () => {
  it('accepts PDF, PNG, JPEG and DOCX together, and returns a token for each in the same order', async () => {
    const sent = [createPdf(), await createPng(), await createJpeg('a.JPEG'), createDocx()];
    const { status, headers, body } = await upload(...sent);
    expect([status, headers['cache-control'], body.error]).toEqual([200, 'no-store', null]);
    expect(body.files.map(({ name }: { name: string }) => name)).toEqual([
      'plan.pdf',
      'sketch.png',
      'a.JPEG',
      'brief.docx',
    ]);
    expect(await loadRows()).toHaveLength(4);
    for (const { token, size, contentType } of body.files) {
      const stored = await readStoredFile(api.ctx, token);
      expect([stored.contentType, stored.bytes.length]).toEqual([contentType, size]);
    }
    const [pdf, , , docx] = await Promise.all(
      body.files.map(({ token }: { token: string }) => readStoredFile(api.ctx, token)),
    );
    expect(pdf?.bytes.equals(createPdf().bytes)).toBe(true);
    expect(docx?.bytes.equals(createDocx().bytes)).toBe(true);
  });

  it('accepts a file of exactly 10 MiB', async () => {
    const { status, body } = await upload(createPdf('big.pdf', limit));
    expect([status, body.files?.[0]?.size]).toEqual([200, limit]);
  });

  it('is stored under a random name with read access for its owner only', async () => {
    await upload(createPdf('secret plan.pdf'));
    const [name = ''] = await listFilesOnDisk();
    expect(name).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    expect((await loadRows())[0]).toMatchObject({ storageKey: name, name: 'secret plan.pdf' });
    const { stat } = await import('node:fs/promises');
    expect(((await stat(api.filesFolder)).mode & 0o777).toString(8)).toBe('700');
    expect(((await stat(`${api.filesFolder}/${name}`)).mode & 0o777).toString(8)).toBe('600');
  });

  it.each([
    ['a file larger than 10 MiB by a byte', 413, [createPdf('big.pdf', limit + 1)], 'big.pdf'],
    ['six files', 413, Array.from({ length: 6 }, (_, index) => createPdf(`${index + 1}.pdf`)), '6.pdf'],
    ['an empty file', 400, [createNamedFile('none.pdf', '')], 'none.pdf'],
    ['no file', 400, [], 'No file'],
    ['a type that is none of them', 415, [createNamedFile('setup.exe', 'MZ')], 'setup.exe'],
    ['a PDF that is called PNG', 415, [{ ...createPdf(), name: 'x.png' }], 'x.png'],
    ['a PDF that is called TXT', 415, [{ ...createPdf(), name: 'x.txt' }], 'x.txt'],
    ['HTML that is called PNG', 415, [createNamedFile('page.png', '<!doctype html><script>1</script>')], 'page.png'],
    ['SVG', 415, [createNamedFile('x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')], 'x.svg'],
    ['SVG that is called PNG', 415, [createNamedFile('x.png', '<svg xmlns="http://www.w3.org/2000/svg"/>')], 'x.png'],
    ['a ZIP that is called DOCX', 415, [createNamedFile('x.docx', makeZip({ 'a.txt': 'a' }))], 'x.docx'],
    ['a DOCX that unpacks to gigabytes', 413, [createDocx('x.docx', 2 ** 31)], 'x.docx'],
    ['a file without an extension', 415, [{ ...createPdf(), name: 'plan' }], 'plan'],
    ['a broken PNG', 415, [createNamedFile('x.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'))], 'x.png'],
    ['a good file with a bad one', 415, [createPdf(), createNamedFile('setup.exe', 'MZ')], 'setup.exe'],
  ] as const)('of %s is refused, %i, by name, and leaves nothing', async (_what, expected, sent, name) => {
    const { status, body } = await upload(...sent);
    expect(status).toBe(expected);
    expect(body.error.fields).toEqual([{ path: 'files', message: expect.stringContaining(name) }]);
    await expectNothingStored();
  });

  it('is refused with 415 unless it is multipart, and with 403 from another site', async () => {
    expect((await api.get(url, { method: 'POST', headers: fromPage, payload: { file: 'x' } })).status).toBe(415);
    const { payload, headers } = createMultipart([createPdf()]);
    const foreign = { ...headers, 'sec-fetch-site': 'cross-site' };
    expect((await api.get(url, { method: 'POST', payload, headers: foreign })).status).toBe(403);
    expect((await api.get(url, { method: 'POST', headers: fromPage })).status).toBe(400);
    await expectNothingStored();
  });

  it('that ends in the middle is refused with 400 and leaves nothing', async () => {
    const { headers, payload } = createMultipart([createPdf(), createPdf('second.pdf', 100_000)]);
    for (const cut of [payload.length - 10, payload.length - 50_000, 100, 10]) {
      const { status } = await api.get(url, { method: 'POST', headers, payload: payload.subarray(0, cut) });
      expect([cut, status]).toEqual([cut, 400]);
    }
    await expectNothingStored();
  });

  it('that its sender aborts leaves nothing', async () => {
    await api.app.listen({ port: 0, host: '127.0.0.1' });
    const { headers, payload } = createMultipart([createPdf(), createPdf('second.pdf', 1_000_000)]);
    const socket = connect((api.app.server.address() as AddressInfo).port, '127.0.0.1');
    const head = Object.entries({ ...headers, host: 'x', 'content-length': payload.length });
    socket.write(`POST ${url} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
    socket.write(payload.subarray(0, 500_000));
    await expect.poll(async () => (await loadRows()).length).toBe(1);
    socket.destroy();
    await expect.poll(async () => [await loadRows(), await listFilesOnDisk()]).toEqual([[], []]);
  });
});

describe('files without a form', () => {
  const mebibyte = 1024 * 1024;
  const uploadFrom = (remoteAddress: string) =>
    api.get(url, { method: 'POST', ...createMultipart([createPdf()]), remoteAddress });
  const weigh = (bytes: number) => api.ctx.db.update(files).set({ bytes });

  it('are limited for each network with 429, until a form links them', async () => {
    await uploadFrom('192.0.2.1');
    await weigh(200 * mebibyte - 1);
    const refused = await uploadFrom('192.0.2.1');
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_requests']);
    expect(refused.body.error.fields).toEqual([{ path: 'files', message: expect.stringContaining('plan.pdf') }]);
    expect((await uploadFrom('192.0.2.2')).status).toBe(200);
    const [row] = await loadRows();
    expect(row?.network).toMatch(/^[\w-]{43}$/);
    await api.ctx.db.update(files).set({ network: null });
    expect((await uploadFrom('192.0.2.1')).status).toBe(200);
  });

  it('are limited in total with 503', async () => {
    await uploadFrom('192.0.2.3');
    await uploadFrom('192.0.2.4');
    await weigh(1024 * mebibyte);
    expect((await uploadFrom('192.0.2.5')).status).toBe(503);
    await weigh(1000 * mebibyte);
    expect((await uploadFrom('192.0.2.5')).status).toBe(200);
  });

  it('count with a minimum size, so that their number is limited too', async () => {
    await uploadFrom('192.0.2.6');
    await weigh(200 * mebibyte - 30_000);
    expect((await uploadFrom('192.0.2.6')).status).toBe(429);
  });
});

it('is refused with 503 once the files of all forms take up too much, and the form is accepted without it', async () => {
  const bytes = 2_000_000_000;
  await api.ctx.db.execute(sql`
    with form as (
      insert into submissions (reference, kind, idempotency_key, body_sha256, name, email, message)
      values ('F-FULL', 'CONTACT', gen_random_uuid(), '', 'Sender', 'sender@example.org', 'Hello') returning id)
    insert into files (token, name, content_type, bytes, sha256, storage_key, submission_id)
    select gen_random_uuid(), 'kept.pdf', 'application/pdf', ${bytes}, '', gen_random_uuid(), form.id
    from form, generate_series(1, ${Math.floor(maxStoredBytes / bytes)}::int)`);
  expect((await upload(createPdf())).status).toBe(200);
  await api.ctx.db.update(files).set({ bytes: 2_147_000_000 }).where(eq(files.name, 'kept.pdf'));
  const refused = await upload(createPdf());
  expect([refused.status, refused.body.error.fields]).toEqual([
    503,
    [{ path: 'files', message: expect.stringMatching(/^plan\.pdf could not be stored, because there is no space/) }],
  ]);
  const form = { name: 'Ada', email: 'ada@example.org', message: 'Hello', key: randomUUID(), lostFiles: 'plan.pdf' };
  expect((await api.get('/api/contact/submit', { method: 'POST', headers: fromPage, payload: form })).status).toBe(200);
});

describe('a picture', () => {
  it('loses its metadata, also the location, and is rotated as its orientation says', async () => {
    const sent = await createJpeg();
    expect(sent.bytes.includes('Camera of Ada')).toBe(true);
    expect((await sharp(sent.bytes).metadata()).exif?.length).toBeGreaterThan(100);
    const { body } = await upload(sent);
    const { bytes } = await readStoredFile(api.ctx, body.files[0].token);
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    expect([width, height, exif, orientation]).toEqual([20, 40, undefined, undefined]);
    expect(bytes.includes('Camera of Ada')).toBe(false);
  });

  it('loses data appended to it', async () => {
    const { bytes } = await createPng();
    const { body } = await upload(
      createNamedFile('x.png', Buffer.concat([bytes, Buffer.from('<script>alert(1)</script>')])),
    );
    expect((await readStoredFile(api.ctx, body.files[0].token)).bytes.includes('script')).toBe(false);
  });

  const createFlatPng = (width: number, height: number, more: object = {}) =>
    sharp({ create: { width, height, channels: 3, background: '#fff' }, ...more }).png(more);

  it.each([
    ['of more than 50 million pixels', () => createFlatPng(10_000, 6_000).toBuffer()],
    // A decoder would hold the whole line in memory.
    ['of 6 kB and 50 million pixels in one line', async () => makeBlackPng(50_000_000, 1)],
    ['of 50 million lines of a pixel', async () => makeBlackPng(1, 50_000_000)],
    ['that is interlaced and needs 400 MB at once', async () => makeBlackPng(7_071, 7_071, { isInterlaced: true })],
  ])('%s is refused with 413, however small its file', async (_what, make) => {
    const bomb = await make();
    expect(bomb.length).toBeLessThan(1_000_000);
    const memory = process.memoryUsage.rss();
    const time = await measureCpuTime(async () => {
      const { status, body } = await upload(createNamedFile('bomb.png', bomb));
      expect([status, body.error.message]).toEqual([413, expect.stringContaining('bomb.png')]);
    });
    expect(time).toBeLessThan(5_000);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(100_000_000);
    await expectNothingStored();
  });

  it('of one network waits for its turn, and pictures of other networks do not wait for all of them', async () => {
    const big = createNamedFile('big.png', await createFlatPng(3_000, 3_000).toBuffer());
    const small = await createPng();
    const uploadFrom = (remoteAddress: string, sent: SampleFile) =>
      api.get(url, { method: 'POST', ...createMultipart([sent]), remoteAddress });
    const done: string[] = [];
    const many = Array.from({ length: 5 }, () => uploadFrom('192.0.2.10', big).then(() => done.push('big')));
    await uploadFrom('192.0.2.11', small).then(() => done.push('small'));
    await Promise.all(many);
    expect(done.indexOf('small')).toBeLessThan(3);
  });
});

describe('a file name', () => {
  it.each([
    ['../../etc/passwd.pdf', 'passwd.pdf'],
    ['C:\\Users\\Ada\\plan.pdf', 'plan.pdf'],
    ['a\0b\u0007.pdf', 'ab.pdf'],
    ['  Plan  für Łódź 計画 👩🏽‍🔧.pdf ', 'Plan für Łódź 計画 👩🏽‍🔧.pdf'],
    ['invoice\u202efdp.exe.pdf', 'invoicefdp.exe.pdf'],
    ['=cmd|x.pdf', '=cmd|x.pdf'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
    [`${'👩'.repeat(300)}.pdf`, `${'👩'.repeat(116)}.pdf`],
  ])('%j is stored as %j', async (given, expected) => {
    const { status, body } = await upload({ ...createPdf(), name: given });
    expect([status, body.files?.[0]?.name]).toEqual([200, expected]);
    expect(await listFilesOnDisk()).toEqual([(await loadRows())[0]?.storageKey]);
  });
});

it('no address serves uploaded files', async () => {
  const { body } = await upload(createPdf());
  const [row] = await loadRows();
  for (const name of [body.files[0].token, row?.storageKey]) {
    for (const path of [`/api/file/${name}`, `/api/file/upload/${name}`, `/files/${name}`, `/media/${name}`])
      expect((await api.get(path)).status).toBe(404);
  }
  expect(await readFromDisk(`${api.filesFolder}/${row?.storageKey}`)).toEqual(createPdf().bytes);
});

async function uploadTokens(...sent: SampleFile[]): Promise<string> {
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
const ageFiles = (interval: string) =>
  api.ctx.db.execute(sql`update files set created_at = now() - ${interval}::interval`);

describe('a message with files', () => {
  it("is stored with its files, and the company's mail lists each with its size", async () => {
    const tokens = await uploadTokens(createPdf('a.pdf', 2_000_000), await createPng());
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
    const form = makeForm({ files: await uploadTokens(createPdf()) });
    const answers = [
      await submit(form),
      await submit(form),
      await submit({ ...form, files: await uploadTokens(createPdf()) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.reference)).size).toBe(1);
    expect((await submit({ ...form, files: await uploadTokens(createPdf('b.pdf')) })).status).toBe(422);
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
    const tokens = await uploadTokens(createPdf());
    await submit(makeForm({ files: tokens }));
    const taken = await submit(makeForm({ files: tokens }));
    expect([taken.status, taken.body.error.fields]).toEqual([
      409,
      [{ path: 'files', message: expect.stringContaining('plan.pdf') }],
    ]);
    const old = await uploadTokens(createPdf());
    await ageFiles('25 hours');
    expect((await submit(makeForm({ files: old }))).status).toBe(400);
  });

  it('with one file in two concurrent messages links the file to one of them', async () => {
    const tokens = await uploadTokens(createPdf());
    const answers = await Promise.all([1, 2, 3, 4].map(() => submit(makeForm({ files: tokens }))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe('removing unlinked files', () => {
  it('removes rows and bytes after a day, and nothing else', async () => {
    await submit(makeForm({ files: await uploadTokens(createPdf('linked.pdf')) }));
    const old = await uploadTokens(createPdf('old.pdf'));
    const keyOfOld = (await loadRows()).find(({ token }) => token === old)?.storageKey ?? '';
    await ageFiles('25 hours');
    await uploadTokens(createPdf('new.pdf'));
    expect(await removeUnlinkedFiles(api.ctx, api.ctx.files)).toBe(1);
    expect((await loadRows()).map(({ name }) => name).sort()).toEqual(['linked.pdf', 'new.pdf']);
    await expect(api.ctx.files.get(keyOfOld)).rejects.toThrow(/ENOENT/);
  });

  it('removes each file once if several servers do it', async () => {
    for (let index = 0; index < 5; index++) await uploadTokens(createPdf(), await createPng());
    await ageFiles('25 hours');
    const counts = await Promise.all([1, 2, 3].map(() => removeUnlinkedFiles(api.ctx, api.ctx.files)));
    expect(counts.reduce((sum, count) => sum + count)).toBe(10);
    expect(await loadRows()).toEqual([]);
  });

  it('skips a file that the store fails to remove, logs it, and retries later', async () => {
    await uploadTokens(createPdf('stuck.pdf'), createPdf('other.pdf'));
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
    await uploadTokens(createPdf());
    await ageFiles('25 hours');
    for (const { storageKey } of await loadRows()) await api.ctx.files.remove(storageKey);
    expect(await removeUnlinkedFiles(api.ctx, api.ctx.files)).toBe(1);
  });
});

it('a file is read by its token until its row is removed', async () => {
  const token = await uploadTokens(createPdf());
  expect(await readStoredFile(api.ctx, token)).toMatchObject({ name: 'plan.pdf', contentType: 'application/pdf' });
  await api.ctx.db.delete(files);
  await expect(readStoredFile(api.ctx, token)).rejects.toMatchObject({ code: 'not_found' });
});

const folder = await setUpDataFolder('site-incoming-');

const stream = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)));

it('returns the received bytes, and leaves nothing in its folder', async () => {
  const incoming = createIncomingFiles({ folder, freeBytes: 0 });
  const file = await incoming.receive(stream('one ', 'two ', 'three'), 'a');
  expect(String(await file.read(Buffer.alloc(20)))).toBe('one two three');
  expect(await readdir(folder)).toEqual([]);
  await file.remove();
});

it('limits the bytes of a network and of all until they are removed', async () => {
  const incoming = createIncomingFiles({ folder, freeBytes: 0, limits: { perNetwork: 10, total: 15 } });
  const first = await incoming.receive(stream('12345678'), 'a');
  const rest = stream('123', '45', '6');
  await expect(incoming.receive(rest, 'a')).rejects.toThrow(NoSpaceError);
  // The other parts of the form must still be readable.
  expect(rest.readableEnded).toBe(true);
  const other = await incoming.receive(stream('1234567'), 'b');
  await expect(incoming.receive(stream('1'), 'c')).rejects.toThrow(NoSpaceError);
  for (const file of [first, other]) await file.remove();
  await (await incoming.receive(stream('1234567890'), 'a')).remove();
});

it('refuses a file if the disk has too little space or the folder cannot be created', async () => {
  const full = createIncomingFiles({ folder, freeBytes: 2 ** 60 });
  await expect(full.receive(stream('1'), 'a')).rejects.toThrow(NoSpaceError);
  const nowhere = createIncomingFiles({ folder: '/dev/null/folder', freeBytes: 0 });
  await expect(nowhere.receive(stream('1'), 'a')).rejects.toThrow(NoSpaceError);
  await (await full.receive(stream(), 'a')).remove();
});

it('removes an upload that its sender aborted', async () => {
  const incoming = createIncomingFiles({ folder, freeBytes: 0, limits: { perNetwork: 10, total: 10 } });
  async function* streamBrokenFile() {
    yield Buffer.from('12345678');
    throw new Error('gone');
  }
  await expect(incoming.receive(streamBrokenFile(), 'a')).rejects.toThrow('gone');
  await (await incoming.receive(stream('1234567890'), 'a')).remove();
});
