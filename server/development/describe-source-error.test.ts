import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { describeSourceError } from './describe-source-error.ts';

let folder: string;
let vite: ViteDevServer;
beforeAll(async () => {
  folder = await makeDataFolder('sources-');
  const server = { middlewareMode: true, ws: false, watch: null } as const;
  vite = await createServer({ configFile: false, root: folder, appType: 'custom', logLevel: 'silent', server });
});
afterAll(async () => {
  await vite.close();
  await rm(folder, { recursive: true, force: true });
});

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
