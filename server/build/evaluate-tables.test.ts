import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { paths } from '../../contract/http/paths.table.ts';
import { studioMethods } from '../../contract/studio/methods.table.ts';
import { setUpDataFolder } from '../../testing/set-up.ts';
import { projectFolder } from '../folders.ts';
import { evaluateTables } from './evaluate-tables.ts';

const folder = await setUpDataFolder('tables-');

/** Returns what the plugin loads for a module; null if it leaves the module as it is. */
async function load(id: string): Promise<string | null> {
  const { load: hook } = evaluateTables();
  if (typeof hook !== 'function') throw new Error('The plugin has no function that loads');
  return (await Reflect.apply(hook, {}, [id])) as string | null;
}

it('gives browsers the values of a table, without the schemas it is made from', async () => {
  for (const [file, name, value] of [
    ['contract/http/paths.table.ts', 'paths', paths],
    ['contract/studio/methods.table.ts', 'studioMethods', studioMethods],
  ] as const) {
    const code = await load(join(projectFolder, file));
    expect(code).toContain(`export const ${name} = ${JSON.stringify(value)};`);
    expect(code).not.toMatch(/\bimport\b|zod/);
  }
});

it('leaves every other module as it is', async () => {
  expect(await load(join(projectFolder, 'contract/http/operations.ts'))).toBeNull();
});

it.each(['new Set([1])', 'undefined', '{ a: undefined }', '/x/', '() => 1', 'Number.NaN'])(
  'refuses %s, which is not JSON',
  async (value) => {
    const file = join(folder, `${crypto.randomUUID()}.table.ts`);
    await writeFile(file, `export const value: unknown = ${value};\n`);
    await expect(load(file)).rejects.toThrow(`${file}: value is not JSON`);
  },
);
