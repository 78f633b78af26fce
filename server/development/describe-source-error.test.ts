import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer } from 'vite';
import { afterAll, expect, it } from 'vitest';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { describeSourceError } from './describe-source-error.ts';

const folder = await setUpDataFolder('sources-');
const server = { middlewareMode: true, ws: false, watch: null } as const;
const vite = await createServer({ configFile: false, root: folder, appType: 'custom', logLevel: 'silent', server });
afterAll(() => vite.close());

it.each([
  ['broken.ts', 'const one = 1;\nconst two = ;\n', /broken\.ts:2:13 {2}Unexpected token\n[\s\S]*const two = ;/],
  ['broken.css', '@import "./base.css";\nb { color: ', /broken\.css:2:1 {2}Unclosed block\n[\s\S]*b \{ color:/],
])('says where %s is wrong, shows the line, and says what to do', async (name, text, expected) => {
  await writeFile(join(folder, name), text);
  const error = await vite.ssrLoadModule(`/${name}?inline`).catch((failure: unknown) => failure);
  const described = describeSourceError(error, 'Save the corrected file.');
  expect(described).toMatch(expected);
  expect(described).toMatch(/\nSave the corrected file\.$/);
  expect(described).not.toMatch(/node_modules|^ {4}at /m);
});

it('leaves other errors to their stack', () => {
  expect(describeSourceError(new ReferenceError('x is not defined'), '')).toBeNull();
});
