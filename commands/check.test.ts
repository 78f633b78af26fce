import { afterEach, beforeEach, expect, it } from 'vitest';
import { type ContentFolder, makeContentFolder, readContentFile, svg } from '../testing/content-folder.ts';
import { runSiteCommand } from '../testing/run-site.ts';

let folder: ContentFolder;
beforeEach(async () => {
  folder = await makeContentFolder();
});
afterEach(() => folder.remove());

it('lists placeholders, broken links and missing alternative texts with file and line, and ends with 1', async () => {
  await folder.write('media/tree.svg', svg);
  await folder.write('media.yaml', '- {name: box.svg, alt: A box}\n');
  const text = '[Replace: what it does]\n\nSee [it](/blog/nothing).\n\n![](media/box.svg)';
  await folder.write('apps/tool.md', readContentFile('apps/tool.md').replace('Run it.', text));
  const { code, output } = await runSiteCommand('check', folder.path, '--quiet');
  expect(code).toBe(1);
  expect(output.trim().split('\n')).toEqual([
    'apps/tool.md:19 is to be replaced: what it does',
    expect.stringMatching(/^apps\/tool\.md:21 body: .*\/blog\/nothing/),
    expect.stringMatching(/^apps\/tool\.md:23 body: .*without alternative text/),
    expect.stringMatching(/^media\/tree\.svg:1 has no alternative text/),
  ]);
});

it('says that a folder is complete, and ends with 0', async () => {
  await folder.write('media.yaml', '- {name: box.svg, alt: A box}\n');
  const { code, output } = await runSiteCommand('check', folder.path, '--quiet');
  expect([code, output]).toEqual([0, `${folder.path} is complete.\n`]);
});

it('names a file that cannot be read, before its links are followed', async () => {
  await folder.write('apps/tool.md', 'no front matter');
  const { code, output } = await runSiteCommand('check', folder.path, '--quiet');
  expect([code, output]).toEqual([1, expect.stringMatching(/^apps\/tool\.md:1 must begin with front matter/m)]);
});
