import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/** File name → when a release that names it was replaced (milliseconds since 1970), null while one does. */
export type ReleaseFiles = Record<string, number | null>;

/** Files of earlier releases stay this long, for pages that were opened before the release. */
const fileLife = 30 * 24 * 60 * 60 * 1000;

/** Which files a folder keeps after a release, from what it kept before and what the release made. */
export function keptFiles(
  before: ReleaseFiles,
  present: readonly string[],
  current: ReadonlySet<string>,
  now: number,
): ReleaseFiles {
  const replaced = (name: string) => before[name] ?? now;
  const dated = present.map((name) => [name, current.has(name) ? null : replaced(name)] as const);
  return Object.fromEntries(dated.filter(([, at]) => at === null || now - at <= fileLife));
}

async function compress(file: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await pipeline(createReadStream(file), createBrotliCompress({ params }), createWriteStream(`${file}.br`));
  await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`));
}

/** Removes files that no release of the last 30 days names, and writes the compressed twins of new ones. */
export async function tidyReleaseFiles(
  folder: string,
  before: ReleaseFiles,
  current: ReadonlySet<string>,
): Promise<ReleaseFiles> {
  const names = await readdir(folder);
  const present = names.filter((name) => !/\.(?:br|gz|map)$/.test(name));
  const kept = keptFiles(before, present, current, Date.now());
  for (const name of names) {
    if (!(name.replace(/\.(?:br|gz|map)$/, '') in kept)) await rm(join(folder, name));
  }
  const plain = present.filter(
    (name) => name in kept && /\.(?:js|css|svg)$/.test(name) && !names.includes(`${name}.gz`),
  );
  for (const name of plain) await compress(join(folder, name));
  return kept;
}

/**
 * Moves source maps from `assets`, which the server serves, to `maps`, which nobody is sent. Removes those of files that are no
 * longer kept.
 */
export async function moveSourceMaps(assets: string, maps: string, kept: ReleaseFiles): Promise<void> {
  await mkdir(maps, { recursive: true });
  for (const name of await readdir(assets)) {
    if (name.endsWith('.map')) await rename(join(assets, name), join(maps, name));
  }
  for (const name of await readdir(maps)) {
    if (!(name.replace(/\.map$/, '') in kept)) await rm(join(maps, name));
  }
}
