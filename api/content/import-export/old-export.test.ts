import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEmptyContent } from '../../../contract/studio/draft-content.ts';
import { makeDataFolder } from '../../../testing/data-folder.ts';
import { sampleFields } from '../../../testing/makers.ts';
import { formatDraftFile } from './draft-files.ts';
import { formatExportManifest, manifestFile } from './manifest.ts';
import type { ContentProblem } from './problems.ts';
import { readContent } from './read.ts';
import { formatMarkdownFile } from './yaml.ts';

const [sheet] = sampleFields.INFOGRAPHIC.sheets;
const fields = { sheets: [{ ...sheet, kind: 'bar', scale: 'log' }] };
const present = { sheets: [expect.objectContaining({ kind: 'dot', scale: 'log' })] };

let folder: string;
beforeEach(async () => {
  folder = await makeDataFolder('old-export-');
  await mkdir(join(folder, 'infographics'));
  const head = {
    title: 'Old',
    summary: 'From before.',
    published: '2025-01-01T00:00:00Z',
    category: 'energy',
    ...fields,
  };
  await writeFile(join(folder, 'infographics/old.md'), formatMarkdownFile(head, 'A text\n'));
  const draft = { ...createEmptyContent('Draft'), fields };
  await writeFile(join(folder, 'infographics/new@draft.md'), formatDraftFile(draft));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writeManifest = (schemaVersion?: number) =>
  writeFile(
    join(folder, manifestFile),
    formatExportManifest({ database: 'a', schemaVersion, files: {}, entries: {}, redirects: [], lists: {} }),
  );

it('the files of an export are read in the form of the version that wrote them', async () => {
  await writeManifest(0);
  const problems: ContentProblem[] = [];
  const { entries, drafts } = await readContent(folder, problems);
  expect(problems).toEqual([]);
  expect(entries.map((entry) => entry.fields)).toEqual([present]);
  expect(drafts.map(({ content }) => content.fields)).toEqual([present]);
});

it('files without a version are in the present form, and others are refused with their line', async () => {
  await writeManifest();
  const problems: ContentProblem[] = [];
  const { entries } = await readContent(folder, problems);
  expect(entries).toEqual([]);
  expect(problems).toEqual([
    {
      file: 'infographics/old.md',
      line: expect.any(Number),
      field: 'sheets.0',
      message: expect.stringContaining('bars'),
    },
  ]);
});

it('a page of an older export, or a file without sections, is a list of sections', async () => {
  await mkdir(join(folder, 'pages'));
  const head = { title: 'Contact', summary: 'How to reach us.', published: '2025-01-01T00:00:00Z' };
  const facts = [{ value: '1', label: 'day until we answer' }];
  const write = (name: string, fields: object) =>
    writeFile(join(folder, `pages/${name}.md`), formatMarkdownFile({ ...head, ...fields }, '## Write\n\nTo us.\n'));
  await write('contact-us', { facts });
  await writeManifest(0);
  const problems: ContentProblem[] = [];
  const [page] = (await readContent(folder, problems)).entries.filter(({ type }) => type === 'PAGE');
  expect(problems).toEqual([]);
  expect(page?.body.trim()).toBe('');
  expect(page?.fields).toMatchObject({
    sections: [
      { kind: 'form', form: 'contact' },
      { kind: 'figures', figures: facts },
      { kind: 'text', text: '## Write\n\nTo us.' },
    ],
  });
  await writeManifest();
  await rm(join(folder, 'infographics'), { recursive: true });
  await write('contact-us', {});
  const [written] = (await readContent(folder, problems)).entries;
  expect(problems).toEqual([]);
  expect(written?.fields.sections).toMatchObject([{ kind: 'form' }, { kind: 'text' }]);
});
