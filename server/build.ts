import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Manifest } from 'vite';
import {
  type BuildRecord,
  buildTimeNames,
  listManifestFiles,
  readBuildManifest,
  readBuildRecord,
  recordFile,
  styleRulesFile,
} from './build/build-record.ts';
import { moveSourceMaps, tidyReleaseFiles } from './build/release-files.ts';
import { withFileLock } from './database/lock.ts';
import { buildFolder, projectFolder } from './folders.ts';

const sourceFolders = ['site', 'studio', 'contract', 'api', 'server', 'themes'];

/** Returns a hash of all files that the bundles are made from. Small files are read fastest one after another. */
function hashSources(): string {
  const hash = createHash('sha256');
  const found = sourceFolders.flatMap((folder) =>
    readdirSync(join(projectFolder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const file of [...found, join(projectFolder, 'package-lock.json')].sort()) {
    hash.update(file.slice(projectFolder.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function listFiles(manifest: Manifest): Set<string> {
  return new Set(listManifestFiles(manifest).map((path) => basename(path)));
}

async function build(sources: string, settings: Record<string, string>): Promise<void> {
  process.env.NODE_ENV = 'production';
  // Imported here, because a start without a build needs no bundler.
  const [{ build: run }, bundles, { splitStyles }, { buildLooks }] = await Promise.all([
    import('vite'),
    import('./build/bundles.ts'),
    import('./build/split-styles.ts'),
    import('./look/built-looks.ts'),
  ]);
  const { clientBuildConfig, measureBuildConfig, studioBuildConfig, pagesProgram, studioProgram, serverProgram } =
    bundles;
  await Promise.all(
    [clientBuildConfig, measureBuildConfig, studioBuildConfig, pagesProgram, studioProgram, serverProgram].map(run),
  );
  const manifest = await readBuildManifest();
  const manifests = [
    manifest,
    await readBuildManifest('measure-manifest.json'),
    await readBuildManifest('studio-manifest.json'),
  ];
  const assets = join(buildFolder, 'client/assets');
  const current = new Set([...manifests.flatMap((each) => [...listFiles(each)]), ...(await buildLooks(assets))]);
  const before = readBuildRecord();
  const styles = [...listFiles(manifest)].filter((file) => file.endsWith('.css'));
  const rules = styles.flatMap((file) => splitStyles(readFileSync(join(assets, file), 'utf8')));
  // Renamed into place, because a server that starts meanwhile may read the file.
  await writeFile(`${styleRulesFile}.part`, JSON.stringify(rules));
  await rename(`${styleRulesFile}.part`, styleRulesFile);
  const files = await tidyReleaseFiles(assets, before?.files ?? {}, current);
  await moveSourceMaps(assets, join(buildFolder, 'source-maps'), files);
  const name = createHash('sha256').update(JSON.stringify(manifests)).digest('hex').slice(0, 12);
  await writeFile(recordFile, JSON.stringify({ sources, build: name, settings, files } satisfies BuildRecord));
}

const lock = `${buildFolder}.lock`;

/** Returns whether the sources differ from those of the last build. */
export function isStale(sources = hashSources()): boolean {
  return readBuildRecord()?.sources !== sources;
}

/** Builds the site if its sources changed, with the build-time settings of the last build. */
export async function buildIfStale(): Promise<void> {
  const sources = hashSources();
  if (!isStale(sources)) return;
  await mkdir(buildFolder, { recursive: true });
  await withFileLock(lock, async () => {
    // Another process may have built the site while this one waited for the lock.
    if (isStale(sources)) await build(sources, readBuildRecord()?.settings ?? {});
  });
}

/** Runs `npm run build`: builds the site in any case, and stores the build-time settings for later builds. */
async function main(): Promise<void> {
  if (process.argv.includes('--if-stale')) return buildIfStale();
  const settings = Object.fromEntries(
    buildTimeNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  await mkdir(buildFolder, { recursive: true });
  await withFileLock(lock, async () => build(hashSources(), settings));
}

if (import.meta.main) {
  await main().catch((error: NodeJS.ErrnoException) => {
    if (!/^E[A-Z]+$/.test(error.code ?? '')) throw error;
    console.error(`The site cannot be built in ${buildFolder}: ${error.message}`);
    process.exit(1);
  });
}
