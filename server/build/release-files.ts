import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';

/**
 * Maps the name of a file to null if the current release has it, else to the time when the last release that had it was
 * replaced (milliseconds since 1970).
 */
export type ReleaseFiles = Record<string, number | null>;

/** Milliseconds for which files of earlier releases stay, for pages that were opened before a release. */
export const fileLife = 30 * 24 * 60 * 60 * 1000;

/** Returns the files to keep after a release: its own, and those of releases that were replaced in the last 30 days. */
export function selectFilesToKeep(
  before: ReleaseFiles,
  present: readonly string[],
  current: ReadonlySet<string>,
  now: number,
): ReleaseFiles {
  // A file of the previous release, which `before` maps to null, is replaced now.
  const getReplacedTime = (name: string) => before[name] ?? now;
  const dated = present.map((name) => [name, current.has(name) ? null : getReplacedTime(name)] as const);
  return Object.fromEntries(dated.filter(([, at]) => at === null || now - at <= fileLife));
}

async function compress(file: string): Promise<void> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await pipeline(createReadStream(file), createBrotliCompress({ params }), createWriteStream(`${file}.br`));
  // Renamed when it is complete: a file with a `.gz` is not compressed again, even after a build that was killed.
  await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz.part`));
  await rename(`${file}.gz.part`, `${file}.gz`);
}

/** Removes the files that are not kept, and compresses new ones with brotli and gzip. Returns the kept files. */
export async function tidyReleaseFiles(
  folder: string,
  before: ReleaseFiles,
  current: ReadonlySet<string>,
): Promise<ReleaseFiles> {
  const names = await readdir(folder);
  const present = names.filter((name) => !/\.(?:br|gz|map|part)$/.test(name));
  const kept = selectFilesToKeep(before, present, current, Date.now());
  for (const name of names) {
    if (!(name.replace(/\.(?:br|gz|map)$/, '') in kept)) await rm(join(folder, name));
  }
  const plain = present.filter(
    (name) => name in kept && /\.(?:js|css|svg)$/.test(name) && !names.includes(`${name}.gz`),
  );
  await Promise.all(plain.map((name) => compress(join(folder, name))));
  return kept;
}

/**
 * Moves source maps from the folder `assets`, which the server serves, to `maps`. Removes the maps of files that are
 * not kept.
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
