import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readAssets } from '../server/build/assets.ts';
import { buildIfStale } from '../server/build.ts';
import { buildFolder } from '../server/folders.ts';

// Prints the compressed bytes that each page loads beside its HTML: the initial script, and all scripts after
// hydration. A detail page also loads the script that counts its view (`testing/budgets.ts`).

async function sizeOf(address: string): Promise<number> {
  const file = join(buildFolder, 'client', address);
  const { size } = await stat(`${file}.br`).catch(() => stat(file));
  return size;
}

async function sizesOf(addresses: readonly string[]): Promise<number> {
  const sizes = await Promise.all(addresses.map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

await buildIfStale();
const { script, modules, styles, fonts, chunks } = await readAssets();
const first = await sizesOf([script]);
const shared = await sizesOf([script, ...modules]);
const style = await sizesOf(styles);
const font = await sizesOf(fonts);
const rows = await Promise.all(
  Object.entries(chunks).map(async ([page, chunk]) => {
    const own = await sizesOf([chunk]);
    return { page, 'start script': first, 'its own': own, 'script alive': shared + own, style, fonts: font };
  }),
);
console.table(rows.sort((a, b) => b['script alive'] - a['script alive']));
