import sharp from 'sharp';
import { beforeEach, expect, it } from 'vitest';
import type { OpenedPicture } from '../../../contract/studio/picture-operations.ts';
import { getEntryUrl } from '../../../testing/api.ts';
import { createAnimation, createJpeg, createPdf, createPng, makeBlackPng } from '../../../testing/sample-files.ts';
import { removeContent, setUpApi } from '../../../testing/set-up.ts';
import { getFailure as getStudioFailure, makeUser, type TestUser } from '../../../testing/studio.ts';
import { readMigrations } from '../../db/migrate.ts';
import { getMedia, getMediaBytes } from './library.ts';
import { pictureLimits, uploadQuota } from './upload.ts';

const api = await setUpApi(removeContent);
let editor: TestUser;
let author: TestUser;
beforeEach(async () => {
  editor = await makeUser(api.ctx, 'EDITOR');
  author = await makeUser(api.ctx, 'AUTHOR');
});

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20"/></svg>';
const createFile = ({ name, bytes }: { name: string; bytes: Buffer }) => new File([new Uint8Array(bytes)], name);
const createSvgFile = (name: string, source = drawing) => new File([source], name);
const createNarrow = (base: string, size: number) =>
  createSvgFile(`${base}-narrow.svg`, drawing.replaceAll('40', String(size)));

async function upload(file: File, user = editor): Promise<string> {
  const [picture] = await user.client.uploadPictures([file]);
  return picture?.name ?? '';
}

const open = (name: string, user = editor): Promise<OpenedPicture> => user.client.call('picture', { name });

async function publishPage(title: string, body: string): Promise<number> {
  const { id } = await editor.client.call('createEntry', { type: 'PAGE', title });
  const opened = await editor.client.call('openEntry', { id });
  const content = { ...opened.content, summary: 'A summary.', body };
  const { version } = await editor.client.call('saveDraft', { id, version: opened.version, content });
  await editor.client.call('publishEntry', { id, version });
  return id;
}

const getFailure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ status, message }: { status: number; message: string }) => ({ status, message }),
  );

it('stores a photograph without the data of its camera, under a name made from the file name', async () => {
  const [picture] = await editor.client.uploadPictures([createFile(await createJpeg('Über uns (2).JPG'))]);
  expect(picture).toMatchObject({
    name: 'uber-uns-2.jpg',
    contentType: 'image/jpeg',
    width: 20,
    height: 40,
    alt: null,
    uses: 0,
    storedBy: editor.name,
  });
  const { sha256 } = await getMedia(api.ctx, 'uber-uns-2.jpg');
  const { exif, orientation } = await sharp(await getMediaBytes(api.ctx, sha256)).metadata();
  expect([exif, orientation ?? 1]).toEqual([undefined, 1]);
});

it('stores the same file once, and different files of one name under different names', async () => {
  const first = await upload(createFile(await createPng('plan.png')));
  const again = await upload(createFile(await createPng('plan.png')));
  const other = await upload(createFile(await createPng('plan.png', 60, 30)));
  expect([first, again, other]).toEqual(['plan.png', 'plan.png', 'plan-2.png']);
});

it.each([
  ['a document', async () => createFile(createPdf('plan.png')), 415],
  ['an empty file', async () => new File([], 'empty.png'), 400],
  [
    'a picture that would take gigabytes',
    async () => createFile({ name: 'x.png', bytes: makeBlackPng(20_000, 20_000) }),
    413,
  ],
  ['a text that is called a drawing', async () => createSvgFile('x.svg', 'hello'), 415],
  ['a drawing of more than a megabyte', async () => createSvgFile('x.svg', drawing + ' '.repeat(1_000_000)), 413],
])('refuses %s, and says which file it was', async (_name, make, status) => {
  const file = await make();
  expect(await getFailure(editor.client.uploadPictures([file]))).toEqual({
    status,
    message: expect.stringContaining(file.name),
  });
  expect((await editor.client.call('pictures', {})).total).toBe(0);
});

/** Creates an animated PNG from a still one: the type is read from the chunk `acTL` before the pixels. */
async function makeAnimatedPng(): Promise<Buffer> {
  const { bytes } = await createPng();
  const chunk = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from('acTL'), Buffer.alloc(12)]);
  return Buffer.concat([bytes.subarray(0, 33), chunk, bytes.subarray(33)]);
}

it.each([
  ['photo.heic', async () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'), /Save it as JPEG: on a Mac/],
  ['moving.png', makeAnimatedPng, /is an animated PNG or AVIF, .* Save it as an animated WebP or GIF\.$/],
])(
  'refuses %s, which would lose its motion or be shown by few browsers, and says what to do',
  async (name, make, words) => {
    const failure = await getStudioFailure(editor.client.uploadPictures([createFile({ name, bytes: await make() })]));
    expect(failure).toMatchObject({ code: 'unsupported_media_type', message: expect.stringMatching(words) });
  },
);

it.each(['moving.gif', 'moving.webp'])('keeps the motion of %s, as an animated WebP', async (name) => {
  const [picture] = await editor.client.uploadPictures([createFile(await createAnimation(name))]);
  expect(picture).toMatchObject({
    name: 'moving.webp',
    contentType: 'image/webp',
    isAnimated: true,
    width: 40,
    height: 20,
    changes: name.endsWith('gif') ? [{ code: 'type_converted', message: 'The GIF is now an animated WebP.' }] : [],
  });
  const { sha256 } = await getMedia(api.ctx, 'moving.webp');
  const { pages, delay, loop } = await sharp(await getMediaBytes(api.ctx, sha256)).metadata();
  expect([pages, delay, loop]).toEqual([4, [100, 100, 100, 100], 0]);
});

it('stores a GIF of one frame as a still PNG', async () => {
  const [picture] = await editor.client.uploadPictures([createFile(await createAnimation('still.gif', 1))]);
  expect(picture).toMatchObject({ name: 'still.png', contentType: 'image/png', isAnimated: false });
  expect(picture?.changes).toEqual([{ code: 'type_converted', message: 'The GIF is now a PNG.' }]);
});

it.each([
  ['too many frames', () => createAnimation('long.gif', 301, 20), /^long.gif has 301 frames, .* Shorten it/],
  [
    'too long a run',
    () => createAnimation('slow.gif', 7, 10_000),
    /^slow.gif plays for more than 60 seconds\. Shorten/,
  ],
  ['too many pixels', () => makeLargeAnimation(), /^large.gif has more than 50 million pixels .* Make it smaller/],
])('refuses an animation with %s, and says what to do', async (_name, make, words) => {
  const failure = await getStudioFailure(editor.client.uploadPictures([createFile(await make())]));
  expect(failure).toMatchObject({ code: 'payload_too_large', message: expect.stringMatching(words) });
});

/** Creates a GIF of 13 frames with 4 million pixels each. */
async function makeLargeAnimation() {
  const { bytes } = await createAnimation('large.gif', 13);
  const tall = { width: 40, height: 20 };
  const large = Buffer.from(bytes);
  // The logical screen (GIF89a, section 18) is the size of each frame, whatever part of it the frame draws.
  large.writeUInt16LE(tall.width * 50, 6);
  large.writeUInt16LE(tall.height * 100, 8);
  return { name: 'large.gif', bytes: large };
}

it('says that equal frames were merged, and stores a picture whose frames are all equal as a still one', async () => {
  const makeGif = (shades: number[]) =>
    sharp(Buffer.from(shades.flatMap((shade) => Array<number>(20 * 10 * 3).fill(shade))), {
      raw: { width: 20, height: 10 * shades.length, channels: 3, pageHeight: 10 },
    })
      .gif({ delay: shades.map(() => 100), keepDuplicateFrames: true })
      .toBuffer();
  const [some] = await editor.client.uploadPictures([
    createFile({ name: 'some.gif', bytes: await makeGif([90, 90, 200]) }),
  ]);
  expect([some?.isAnimated, some?.changes.map(({ message }) => message)]).toEqual([
    true,
    ['The GIF is now an animated WebP.', 'Equal frames were merged: 2 frames instead of 3.'],
  ]);
  const [all] = await editor.client.uploadPictures([createFile({ name: 'all.gif', bytes: await makeGif([90, 90]) })]);
  expect([all?.name, all?.isAnimated, all?.changes.map(({ message }) => message)]).toEqual([
    'all.webp',
    false,
    ['The GIF is now a WebP.', 'Equal frames were merged: 1 frame instead of 2.'],
  ]);
});

it('refuses an animation that its metadata turns, because its frames cannot be turned', async () => {
  const { bytes } = await createAnimation('turned.webp');
  const turned = await sharp(bytes, { animated: true }).withMetadata({ orientation: 6 }).webp().toBuffer();
  const failure = await getStudioFailure(
    editor.client.uploadPictures([createFile({ name: 'turned.webp', bytes: turned })]),
  );
  expect(failure).toMatchObject({ code: 'payload_too_large', message: expect.stringContaining('Save it upright') });
});

it('finds the animated pictures of earlier versions when the database is migrated', async () => {
  const names = [
    await upload(createFile(await createAnimation())),
    await upload(createFile(await createAnimation('still.webp', 1))),
    await upload(createFile(await createPng())),
    await upload(createSvgFile('box.svg')),
  ];
  const { pool } = api.database;
  await pool.query("insert into media (name, content_type, bytes, sha256) values ('empty.webp', 'image/webp', '', '')");
  await pool.query('update media set is_animated = false');
  const migration = (await readMigrations()).find(({ name }) => name === '0062_animated_pictures.sql');
  await pool.query(migration?.sql.replace(/^alter.*$/gm, '') ?? '');
  const { rows } = await pool.query('select name from media where is_animated');
  expect(rows).toEqual([{ name: names[0] }]);
});

it('says what an upload changed: a smaller size, removed metadata, converted colours', async () => {
  const picture = sharp({ create: { width: 4_000, height: 30, channels: 3, background: '#b00' } });
  const bytes = await picture
    .withIccProfile('p3')
    .withExifMerge({ IFD0: { Make: 'Camera' } })
    .jpeg()
    .toBuffer();
  const [changed] = await editor.client.uploadPictures([createFile({ name: 'wide.jpg', bytes })]);
  expect(changed?.changes).toEqual([
    { code: 'made_smaller', message: 'It was made smaller, from 4,000 × 30 pixels to 3,328 × 25 pixels.' },
    { code: 'metadata_removed', message: expect.stringContaining('metadata') },
    { code: 'colours_converted', message: 'Its colours were converted to sRGB with 8 bits.' },
  ]);
  const [same] = await editor.client.uploadPictures([createFile(await createPng())]);
  expect(same?.changes).toEqual([]);
});

it('says that parts of a drawing were removed', async () => {
  const source = drawing.replace('<rect', '<script>alert(1)</script><animate attributeName="x"/><rect onload="x()"');
  const [changed] = await editor.client.uploadPictures([createSvgFile('evil.svg', source)]);
  expect(changed?.changes).toMatchObject([{ code: 'parts_removed' }]);
  const [same] = await editor.client.uploadPictures([createSvgFile('box.svg')]);
  expect(same?.changes).toEqual([]);
});

it('replaces an animated picture only by an animated or still WebP, so that no motion is lost', async () => {
  const by = await upload(createFile(await createAnimation()));
  const still = await upload(createFile(await createPng('still.png', 60, 30)));
  const refused = editor.client.call('replacePicture', { name: still, version: 1, by });
  expect(await getFailure(refused)).toMatchObject({ status: 422, message: expect.stringContaining('motion') });
  const { picture } = await editor.client.call('replacePicture', { name: by, version: 1, by: still });
  expect(picture).toMatchObject({ name: 'moving.webp', isAnimated: false });
  const former = (await open(by)).former[0]?.id ?? 0;
  const restored = await editor.client.call('restorePicture', { name: by, version: 2, former });
  expect(restored.picture.isAnimated).toBe(true);
});

/** Stores so many pictures of a user that they count as `bytes`. */
async function fillLibrary({ id }: TestUser, bytes: number, age: string): Promise<void> {
  await api.database.pool.query(
    `insert into media (name, content_type, bytes, sha256, stored_by, stored_at)
      select number || '.svg', 'image/svg+xml', '', number, $1, now() - $3::interval
      from generate_series(1, $2::int) as number`,
    [id, bytes / uploadQuota.perPicture, age],
  );
}

it('limits the pictures of an author over all time, and not those of an editor', async () => {
  await fillLibrary(author, pictureLimits.author, '2 years');
  expect(await getStudioFailure(author.client.uploadPictures([createSvgFile('x.svg')]))).toMatchObject({
    code: 'forbidden',
    message: expect.stringMatching(/^Your pictures take up 1 GB, .* Ask an editor to remove pictures/),
  });
  await api.database.pool.query('update media set stored_by = $1', [editor.id]);
  expect(await upload(createSvgFile('editor.svg'))).toBe('editor.svg');
  expect(await upload(createNarrow('own', 20), author)).toBe('own-narrow.svg');
});

it('limits the pictures of a user within 24 hours, and says when to try again', async () => {
  const { pool } = api.database;
  await fillLibrary(author, uploadQuota.bytes, '21 hours');
  const { code, retryAfter, message } = await getStudioFailure(author.client.uploadPictures([createSvgFile('x.svg')]));
  expect([code, message]).toEqual([
    'too_many_requests',
    'Your pictures of the last 24 hours take up too much space. Please try again in 3 hours.',
  ]);
  expect(retryAfter).toBeGreaterThan(10_700);
  expect(await upload(createSvgFile('editor.svg'))).toBe('editor.svg');
  // A file that the library has already takes up no space.
  expect(await upload(createSvgFile('x.svg'), author)).toBe('editor.svg');
  await pool.query("update media set stored_at = stored_at - interval '3 hours'");
  expect(await upload(createNarrow('own', 20), author)).toBe('own-narrow.svg');
});

it('stores a drawing without its scripts', async () => {
  const name = await upload(
    createSvgFile('evil.svg', drawing.replace('<rect', '<script>alert(1)</script><rect onload="x()"')),
  );
  const { sha256 } = await getMedia(api.ctx, name);
  expect((await getMediaBytes(api.ctx, sha256)).toString()).not.toMatch(/script|onload/);
});

it('takes a logo without its scripts, says so, and publishes it without an alternative text', async () => {
  const source = drawing.replace('<rect', '<script>alert(1)</script><rect onload="x()"');
  const [logo] = await editor.client.uploadPictures([createSvgFile('logo.svg', source)]);
  expect(logo?.changes).toEqual([
    { code: 'parts_removed', message: expect.stringContaining('such as scripts, links, animations and metadata') },
  ]);
  const { id } = await editor.client.call('createEntry', { type: 'SETTING', title: 'Company', slug: 'company' });
  const opened = await editor.client.call('openEntry', { id });
  const fields = { ...opened.content.fields, logo: 'logo.svg', icon: 'logo.svg', sharingPicture: 'logo.svg' };
  const content = { ...opened.content, fields };
  const { version } = await editor.client.call('saveDraft', { id, version: opened.version, content });
  await editor.client.call('publishEntry', { id, version });
  const { company } = (await api.get('/api/settings')).body;
  expect(company.logo.path).toBe('/media/logo.svg');
  const { sha256 } = await getMedia(api.ctx, 'logo.svg');
  expect((await getMediaBytes(api.ctx, sha256)).toString()).not.toMatch(/script|onload/);
});

it('lists a narrow drawing only without the wide one, whose words are its own, or where it is searched for', async () => {
  const alone = await upload(createNarrow('alone', 20));
  const wide = await upload(createSvgFile('both.svg'));
  const narrow = await upload(createNarrow('both', 30));
  const list = async (input: { q?: string; only?: 'UNDESCRIBED' }) =>
    (await editor.client.call('pictures', input)).items.map(({ name }) => name).sort();
  expect(await list({ only: 'UNDESCRIBED' })).toEqual([alone, wide].sort());
  expect(await list({})).toEqual([alone, wide].sort());
  expect(await list({ q: 'both' })).toEqual([narrow, wide].sort());
});

it('lists pictures with the number of entries that show them, drafts included', async () => {
  const [used, unused] = [
    await upload(createSvgFile('used.svg')),
    await upload(createFile(await createPng('unused.png'))),
  ];
  await publishPage('First', `![A box](media/${used})\n`);
  const { id } = await editor.client.call('createEntry', { type: 'PAGE', title: 'Second' });
  const opened = await editor.client.call('openEntry', { id });
  const content = { ...opened.content, body: `![A box](media/${used} "caption") and ![](media/${used})\n` };
  await editor.client.call('saveDraft', { id, version: opened.version, content });

  const { items } = await editor.client.call('pictures', {});
  expect(items.map(({ name, uses }) => [name, uses]).sort()).toEqual([
    [unused, 0],
    [used, 2],
  ]);
  const listNames = async (only: 'USED' | 'UNUSED' | 'UNDESCRIBED') =>
    (await editor.client.call('pictures', { only })).items.map(({ name }) => name).sort();
  expect([await listNames('USED'), await listNames('UNUSED'), await listNames('UNDESCRIBED')]).toEqual([
    [used],
    [unused],
    [unused, used].sort(),
  ]);
  expect((await editor.client.call('pictures', { q: 'NUSE' })).total).toBe(1);
  expect((await open(used)).usedIn.map(({ title, place }) => [title, place])).toEqual([
    ['First', 'PUBLISHED'],
    ['Second', 'DRAFT'],
  ]);
});

it('lets a picture without words be published only if the library calls it decorative', async () => {
  const name = await upload(createSvgFile('line.svg'));
  expect(await getFailure(publishPage('One', `![](media/${name})\n`))).toMatchObject({ status: 422 });
  const { version } = await open(name);
  await editor.client.call('describePicture', { name, version, alt: '', focusX: 0.5, focusY: 0.5 });
  await publishPage('Two', `![](media/${name})\n`);
});

it('refuses a description that starts from an older version, and one by an author of another user’s picture', async () => {
  const name = await upload(createSvgFile('box.svg'));
  const words = { name, version: 1, focusX: 0.2, focusY: 0.8 };
  await editor.client.call('describePicture', { ...words, alt: 'A box' });
  expect(await getFailure(editor.client.call('describePicture', { ...words, alt: 'A bin' }))).toMatchObject({
    status: 409,
  });
  const second = { ...words, version: 2, alt: 'Mine' };
  expect(await getFailure(author.client.call('describePicture', second))).toMatchObject({ status: 403 });
  expect(await open(name)).toMatchObject({ picture: { alt: 'A box' }, focusX: 0.2, focusY: 0.8, version: 2 });
  expect((await open(name, author)).canDescribe).toBe(false);
  const own = await upload(createFile(await createPng('own.png')), author);
  expect(await author.client.call('describePicture', { ...words, name: own, alt: 'Mine' })).toMatchObject({
    version: 2,
  });
});

it('replaces a picture everywhere at once, keeps the former file, and gives it back', async () => {
  const name = await upload(createFile(await createPng('plan.png', 40, 20)));
  await publishPage('Plan', `![The plan](media/${name})\n`);
  const readHtml = async () => (await api.get(getEntryUrl('PAGE', 'item', { slug: 'plan' }))).body.html as string;
  expect(await readHtml()).toContain('width="40" height="20"');

  const by = await upload(createFile(await createPng('new.png', 90, 30)));
  const replaced = await editor.client.call('replacePicture', { name, version: 1, by });
  expect(await readHtml()).toContain('width="90" height="30"');
  expect(replaced).toMatchObject({
    picture: { width: 90 },
    version: 2,
    former: [{ width: 40, replacedBy: editor.name }],
  });
  expect(await getFailure(open(by))).toMatchObject({ status: 404 });

  const former = replaced.former[0]?.id ?? 0;
  await editor.client.call('restorePicture', { name, version: 2, former });
  expect(await readHtml()).toContain('width="40" height="20"');
  expect((await open(name)).former).toMatchObject([{ width: 90 }]);
});

it('shows a narrow drawing that is uploaded later beside the wide one of its name, and then keeps it', async () => {
  const wide = await upload(createSvgFile('plan.svg'));
  const id = await publishPage('With a plan', `![A box](media/${wide})\n`);
  const narrow = await upload(createSvgFile('Plan.narrow.svg', drawing.replaceAll('40', '20')));
  expect(narrow).toBe('plan-narrow.svg');
  const { rows } = await api.database.pool.query('select html, pictures from revisions where entry_id = $1', [id]);
  expect(rows).toEqual([{ html: expect.stringContaining('class="drawing-narrow"'), pictures: [wide, narrow] }]);
  expect((await open(narrow)).usedIn).toHaveLength(1);
});

it('lets an author add a narrow drawing only to an own drawing that no published text shows', async () => {
  const own = await upload(createSvgFile('own.svg'), author);
  expect(await upload(createNarrow('own', 20), author)).toBe('own-narrow.svg');
  const shown = await upload(createSvgFile('shown.svg', drawing.replaceAll('40', '30')), author);
  await upload(createSvgFile('others.svg', drawing.replaceAll('40', '50')));
  const id = await publishPage('With a plan', `![A box](media/${own})\n\n![A box](media/${shown})\n`);
  const readPage = async () =>
    (await api.get(getEntryUrl('PAGE', 'item', { slug: 'with-a-plan' }))).body.html as string;
  const before = await readPage();
  for (const [base, reason] of [
    ['shown', 'You cannot change shown.svg, because a published or scheduled text shows it.'],
    ['others', 'You cannot change others.svg, because somebody else uploaded it.'],
  ] as const)
    expect(await getFailure(author.client.uploadPictures([createNarrow(base, 60)]))).toEqual({
      status: 403,
      message: expect.stringContaining(`Phones would show ${base}-narrow.svg in place of ${base}.svg. ${reason}`),
    });
  expect(await readPage()).toBe(before);
  expect((await open(shown)).usedIn).toMatchObject([{ id, place: 'PUBLISHED' }]);
  expect(await upload(createNarrow('shown', 60))).toBe('shown-narrow.svg');
  expect((await readPage()).split('class="drawing-narrow"')).toHaveLength(3);
});

it('does not pair a new drawing with a narrow one of an author unless the drawing is the author’s too', async () => {
  expect(await upload(createNarrow('box', 20), author)).toBe('box-narrow.svg');
  expect(await upload(createSvgFile('box.svg'))).toBe('box-2.svg');
  const pair = [createNarrow('plan', 30), createSvgFile('plan.svg', drawing.replaceAll('40', '50'))];
  expect((await author.client.uploadPictures(pair)).map(({ name }) => name)).toEqual(['plan-narrow.svg', 'plan.svg']);
  const other = await makeUser(api.ctx, 'EDITOR');
  await upload(createNarrow('map', 60), other);
  expect(await upload(createSvgFile('map.svg', drawing.replaceAll('40', '70')))).toBe('map.svg');
});

it('lets an author describe an own picture until a published text shows it', async () => {
  const name = await upload(createFile(await createPng('cover.png', 60, 30)), author);
  const words = { name, alt: 'A cover', focusX: 0.2, focusY: 0.5 };
  await author.client.call('describePicture', { ...words, version: 1 });
  await publishPage('With a cover', `![A cover](media/${name})\n`);
  const late = author.client.call('describePicture', { ...words, version: 2, focusX: 0.9 });
  expect(await getFailure(late)).toEqual({
    status: 403,
    message: expect.stringContaining('because a published or scheduled text shows it'),
  });
  expect(await open(name, author)).toMatchObject({ canDescribe: false, focusX: 0.2, version: 2 });
  await editor.client.call('describePicture', { ...words, version: 2, focusX: 0.9 });
});

it('refuses a drawing in place of a photograph, and converts photographs to the format of the name', async () => {
  const name = await upload(createFile(await createPng('plan.png')));
  const box = await upload(createSvgFile('box.svg'));
  const refused = editor.client.call('replacePicture', { name, version: 1, by: box });
  expect(await getFailure(refused)).toMatchObject({ status: 422 });
  const by = await upload(createFile(await createJpeg()));
  const { picture } = await editor.client.call('replacePicture', { name, version: 1, by });
  expect(picture).toMatchObject({ name: 'plan.png', contentType: 'image/png', width: 20, height: 40 });
});

it('removes a picture only if no text shows it or showed it', async () => {
  const name = await upload(createSvgFile('box.svg'));
  const id = await publishPage('First', `![A box](media/${name})\n`);
  const remove = () => getFailure(editor.client.call('removePicture', { name, version: 1 }));
  expect(await remove()).toEqual({ status: 409, message: expect.stringContaining('First') });
  const opened = await editor.client.call('openEntry', { id });
  const content = { ...opened.content, body: 'None.\n' };
  const { version } = await editor.client.call('saveDraft', { id, version: opened.version, content });
  await editor.client.call('publishEntry', { id, version });
  expect(await remove()).toEqual({ status: 409, message: expect.stringContaining('earlier revision of “First”') });
  const free = await upload(createFile(await createPng()));
  expect(await getFailure(editor.client.call('removePicture', { name: free, version: 1 }))).toBeNull();
  expect((await editor.client.call('pictures', {})).items.map((each) => each.name)).toEqual([name]);
});

it('lets authors upload, but neither replace nor remove, and readers only look', async () => {
  const name = await upload(createSvgFile('box.svg'), author);
  const by = await upload(createFile(await createPng()), author);
  for (const call of [
    author.client.call('replacePicture', { name, version: 1, by }),
    author.client.call('removePicture', { name, version: 1 }),
  ])
    expect(await getFailure(call)).toMatchObject({ status: 403 });
  const reader = await makeUser(api.ctx, 'READER');
  expect(await getFailure(reader.client.uploadPictures([createSvgFile('x.svg')]))).toMatchObject({ status: 403 });
  expect((await open(name, reader)).canReplace).toBe(false);
});
