import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getEntryUrl } from '../../../testing/api.ts';
import { svg } from '../../../testing/content-folder.ts';
import { createAnimation, createPng } from '../../../testing/sample-files.ts';
import { exportToFolder, setUpContentFolder, setUpEditorApi } from '../../../testing/set-up.ts';
import { makeUser } from '../../../testing/studio.ts';
import { getMedia, getMediaBytes } from '../media/library.ts';
import { importContent } from './import.ts';

const { api, editor } = await setUpEditorApi();
const folder = setUpContentFolder();

const runImport = () => importContent(api.ctx, folder.path);

async function upload(name: string, width: number): Promise<string> {
  const { bytes } = await createPng(name, width, 20);
  const [picture] = await editor.client.uploadPictures([new File([new Uint8Array(bytes)], name)]);
  return picture?.name ?? '';
}

async function describe(name: string, alt: string): Promise<void> {
  const { version } = await editor.client.call('picture', { name });
  await editor.client.call('describePicture', { name, version, alt, focusX: 0.25, focusY: 0.5 });
}

async function replace(name: string, width: number): Promise<void> {
  const { version } = await editor.client.call('picture', { name });
  await editor.client.call('replacePicture', { name, version, by: await upload('other.png', width) });
}

const getWidth = async (name: string) => (await getMedia(api.ctx, name)).width;

/** Puts a PNG of a width into the folder. */
async function write(name: string, width: number): Promise<void> {
  await folder.write(`media/${name}`, (await createPng(name, width, 20)).bytes);
}

it('keeps what the Studio changed when the same folder is imported again', async () => {
  await write('plan.png', 40);
  await runImport();
  await replace('plan.png', 90);
  await describe('plan.png', 'The plan');
  await runImport();
  expect(await getWidth('plan.png')).toBe(90);
  expect(await editor.client.call('picture', { name: 'plan.png' })).toMatchObject({
    picture: { alt: 'The plan' },
    focusX: 0.25,
  });
});

it('takes what only the folder changed, and keeps the file before', async () => {
  await write('plan.png', 40);
  await runImport();
  await describe('plan.png', 'The plan');
  await write('plan.png', 60);
  await runImport();
  expect(await editor.client.call('picture', { name: 'plan.png' })).toMatchObject({
    picture: { alt: 'The plan', width: 60 },
    former: [{ width: 40, replacedBy: null }],
  });
});

it('refuses a picture that both changed, and one that was uploaded under the name of another', async () => {
  await write('plan.png', 40);
  await runImport();
  await replace('plan.png', 90);
  await upload('sketch.png', 50);
  await write('plan.png', 60);
  await write('sketch.png', 70);
  await expect(runImport()).rejects.toThrow(
    /media\/plan\.png:1 the file was changed in the Studio too[\s\S]*sketch\.png/,
  );
  expect(await getWidth('plan.png')).toBe(90);
});

it('does not pair a drawing with a narrow one that an author uploaded, unless a folder contained it', async () => {
  const author = await makeUser(api.ctx, 'AUTHOR');
  const narrow = svg.replaceAll('40', '30');
  await author.client.uploadPictures([new File([narrow], 'plan-narrow.svg')]);
  await folder.write('media/plan.svg', svg.replaceAll('40', '60'));
  await expect(runImport()).rejects.toThrow(
    /media\/plan\.svg:1 phones would show plan-narrow\.svg instead, which an author uploaded in the Studio; remove it/,
  );
  const { sha256 } = await getMedia(api.ctx, 'plan-narrow.svg');
  await folder.write('media/plan-narrow.svg', await getMediaBytes(api.ctx, sha256));
  await runImport();
  await rm(join(folder.path, 'media/plan-narrow.svg'));
  await runImport();
  await editor.client.uploadPictures([new File([svg.replaceAll('40', '20')], 'map-narrow.svg')]);
  await folder.write('media/map.svg', svg.replaceAll('40', '50'));
  await runImport();
});

it('exports the descriptions of pictures, and imports them again', async () => {
  await write('plan.png', 40);
  await runImport();
  await describe('plan.png', 'The plan');
  const path = await exportToFolder(api.ctx);
  expect(await readFile(join(path, 'media.yaml'), 'utf8')).toBe(
    '- name: plan.png\n  alt: The plan\n  focusX: 0.25\n  focusY: 0.5\n',
  );
  await api.database.empty();
  await importContent(api.ctx, path);
  expect(await editor.client.call('picture', { name: 'plan.png' })).toMatchObject({
    picture: { alt: 'The plan' },
    focusX: 0.25,
    version: 1,
  });
});

it('refuses a description of a picture that is not in the folder', async () => {
  await folder.write('media.yaml', '- name: none.png\n  alt: Nothing\n');
  await expect(runImport()).rejects.toThrow(/media\.yaml:1 0\.name: there is no media\/none\.png/);
});

it('prunes pictures of earlier imports only, and lists those that were uploaded or changed in the Studio', async () => {
  await runImport();
  const [shown, other] = [await upload('shown.png', 40), await upload('other.png', 50)];
  const { items } = await editor.client.call('listContent', { type: 'BLOG' });
  const id = items[0]?.id ?? 0;
  const { content, version } = await editor.client.call('openEntry', { id });
  const body = `${content.body}\n![A plan](media/${shown})\n`;
  await editor.client.call('saveDraft', { id, version, content: { ...content, body } });
  await write('plan.png', 40);
  await write('sketch.png', 50);
  await runImport();
  await describe('sketch.png', 'A sketch');
  await rm(join(folder.path, 'media/plan.png'));
  await rm(join(folder.path, 'media/sketch.png'));
  const { removed, kept } = await importContent(api.ctx, folder.path, { prune: true });
  expect(removed).toBe(1);
  expect(kept).toEqual([
    { name: `media/${other}`, reason: 'was uploaded in the Studio' },
    { name: `media/${shown}`, reason: 'was uploaded in the Studio' },
    { name: 'media/sketch.png', reason: 'was changed in the Studio since the last import' },
  ]);
  const names = (await editor.client.call('pictures', { size: 100 })).items.map(({ name }) => name);
  expect(names.sort()).toEqual(['box.svg', other, shown, 'sketch.png'].sort());
});

it.each(['moving.gif', 'moving.webp'])('keeps the motion and the bytes of %s', async (name) => {
  const { bytes } = await createAnimation(name);
  await folder.write(`media/${name}`, bytes);
  await folder.write(
    'blog/moves.md',
    (await readFile(join(folder.path, 'blog/hello.md'), 'utf8'))
      .replace('title: Hello', 'title: Moves')
      .replace('formerSlugs: [hi, good-day]\n', '')
      .replace('box.svg', name),
  );
  await runImport();
  expect((await editor.client.call('picture', { name })).picture).toMatchObject({ isAnimated: true, width: 40 });
  const { body } = await api.get(getEntryUrl('BLOG', 'item', { slug: 'moves' }));
  expect(body.html).toContain(`href="/media/${name}" data-held="animation"`);
  const target = await exportToFolder(api.ctx);
  expect(bytes.equals(await readFile(join(target, 'media', name)))).toBe(true);
  await importContent(api.ctx, target);
  expect(await editor.client.call('picture', { name })).toMatchObject({ version: 1 });
});

it('refuses animations beyond the limits of an upload, and HEIC, with what to do', async () => {
  await folder.write('media/long.gif', (await createAnimation('long.gif', 301, 20)).bytes);
  await folder.write('media/photo.heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic');
  const failure: unknown = await runImport().catch((error: unknown) => error);
  expect(failure).toMatchObject({
    problems: [
      { file: 'media/long.gif', message: expect.stringMatching(/^has 301 frames, .* Shorten it/) },
      { file: 'media/photo.heic', message: expect.stringMatching(/^is a HEIC picture, .* Save it as JPEG/) },
    ],
  });
});
