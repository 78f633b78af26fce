import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Manifest } from 'vite';
import { type BuildRecord, buildTimeNames, readBuildRecord, readManifest, recordFile } from './build/build-record.ts';
import { moveSourceMaps, tidyReleaseFiles } from './build/release-files.ts';
import { locked } from './database/lock.ts';
import { buildFolder, project } from './folders.ts';

const sourceFolders = ['site', 'contract', 'api', 'server'];

/** Of all that the bundles are made from; read one after another, which for small files is the fastest. */
function hashSources(): string {
  const hash = createHash('sha256');
  const found = sourceFolders.flatMap((folder) =>
    readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...found, join(project, 'package-lock.json')].sort()) {
    hash.update(file.slice(project.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Every file a manifest names, by its name in the assets folder. */
function filesOf(manifest: Manifest): Set<string> {
  return new Set(
    Object.values(manifest).flatMap(({ file, css = [], assets = [] }) =>
      [file, ...css, ...assets].map((path) => basename(path)),
    ),
  );
}

async function build(sources: string, settings: Record<string, string>): Promise<void> {
  process.env.NODE_ENV = 'production';
  // Loaded only here: a start without a build does without the builder.
  const [{ build: run }, bundles] = await Promise.all([import('vite'), import('./build/bundles.ts')]);
  await run(bundles.clientBundle);
  await run(bundles.pagesProgram);
  await run(bundles.serverProgram);
  const manifest = await readManifest();
  const before = readBuildRecord();
  const assets = join(buildFolder, 'client/assets');
  const files = await tidyReleaseFiles(assets, before?.files ?? {}, filesOf(manifest));
  await moveSourceMaps(assets, join(buildFolder, 'source-maps'), files);
  const name = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12);
  await writeFile(recordFile, JSON.stringify({ sources, build: name, settings, files } satisfies BuildRecord));
}

const lock = `${buildFolder}.lock`;

/** Whether the sources differ from those of the last build. */
export function isStale(sources = hashSources()): boolean {
  return readBuildRecord()?.sources !== sources;
}

/** Builds the site where it is stale; keeps the settings that the last build was given. */
export async function buildIfStale(): Promise<void> {
  const sources = hashSources();
  if (!isStale(sources)) return;
  await mkdir(buildFolder, { recursive: true });
  await locked(lock, async () => {
    // Another process may have built while this one waited.
    if (isStale(sources)) await build(sources, readBuildRecord()?.settings ?? {});
  });
}

/** `npm run build`: builds in any case and remembers the build-time settings it is given. */
async function main(): Promise<void> {
  if (process.argv.includes('--if-stale')) return buildIfStale();
  const settings = Object.fromEntries(
    buildTimeNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  await mkdir(buildFolder, { recursive: true });
  await locked(lock, async () => build(hashSources(), settings));
}

if (import.meta.main) {
  await main().catch((error: NodeJS.ErrnoException) => {
    if (!/^E[A-Z]+$/.test(error.code ?? '')) throw error;
    console.error(`The site cannot be built in ${buildFolder}: ${error.message}`);
    process.exit(1);
  });
}
