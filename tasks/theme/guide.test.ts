import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { themesFolder } from '../../api/content/index.ts';
import { projectFolder } from '../../server/folders.ts';
import { ensureChromium } from '../../testing/chromium.ts';

const run = promisify(execFile);
const program = join(projectFolder, 'tasks/theme/theme.ts');

it('every command of the guide works, in its order', async () => {
  ensureChromium();
  const guide = await readFile(join(projectFolder, 'docs/guides/theme.md'), 'utf8');
  const commands = [...guide.matchAll(/^npm run theme -- (.+)$/gm)].map(([, command = '']) => command);
  expect(commands.length).toBeGreaterThanOrEqual(5);
  const folder = await mkdtemp(join(tmpdir(), 'themes-'));
  try {
    await cp(themesFolder, folder, { recursive: true });
    // Somebody may have made the theme of the guide.
    await rm(join(folder, 'harbour'), { recursive: true, force: true });
    for (const command of commands) {
      const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
      const { stdout } = await run(process.execPath, [program, '--folder', folder, ...words], { cwd: projectFolder });
      expect(stdout, command).not.toBe('');
    }
    const tokens = JSON.parse(await readFile(join(folder, 'harbour/tokens.json'), 'utf8'));
    expect(tokens.light.accent.$value.hex).toBe('#0a5a8c');
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('takes the picture of a theme from a page, and refuses an address without one', async () => {
  ensureChromium();
  const folder = await mkdtemp(join(tmpdir(), 'themes-'));
  try {
    await cp(themesFolder, folder, { recursive: true });
    const take = (address: string) =>
      run(process.execPath, [program, '--folder', folder, 'picture', 'broadsheet', address]);
    await take('data:text/html,<body style="background:rgb(10,90,140)">');
    const { data, info } = await sharp(join(folder, 'broadsheet/picture.webp'))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 960, height: 600 });
    for (const [index, value] of [10, 90, 140].entries()) expect(data[index]).toBeCloseTo(value, -1);
    await expect(take('http://localhost:1/')).rejects.toMatchObject({ stderr: expect.stringMatching(/^.+\n$/) });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('refuses a copy of no theme, a colour that is none, and a name that no colour has, in one line', async () => {
  const refuse = (...words: string[]) =>
    run(process.execPath, [program, ...words], { cwd: projectFolder }).then(
      () => 'accepted',
      ({ stderr }: { stderr: string }) => stderr,
    );
  expect(await refuse('new', 'harbour', 'nothing')).toBe('There is no theme nothing.\n');
  expect(await refuse('new', 'broadsheet', 'drawn-to-scale')).toBe('themes/broadsheet exists.\n');
  expect(await refuse('colour', 'broadsheet', 'light.accent', 'red')).toBe('red must be a colour such as #0b7a3e\n');
  expect(await refuse('colour', 'broadsheet', 'light.sea', '#0a5a8c')).toMatch(/^light\.sea is no colour; .*\n$/);
});
