import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Manifest } from 'vite';
import { buildFolder, buildTimeNames } from './settings.ts';
import { project } from './vite-config.ts';

/** What a build leaves beside its files. */
export interface BuildRecord {
  /** Hash of the sources it was made from. */
  sources: string;
  /** Name of the release, from the names of its files. */
  build: string;
  /** The build-time settings it was given. */
  settings: Record<string, string>;
}

const recordFile = join(buildFolder, 'build.json');
const sourceFolders = ['site', 'contract'];
const sourceFiles = ['server/build.ts', 'server/vite-config.ts', 'package-lock.json'];
const day = 24 * 60 * 60 * 1000;
/** Chunks of earlier releases stay this long, for pages that were opened before the release. */
const chunkLife = 30 * day;

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  const found = await Promise.all(
    sourceFolders.map(async (folder) =>
      (await readdir(join(project, folder), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    ),
  );
  for (const file of [...found.flat(), ...sourceFiles.map((name) => join(project, name))].sort()) {
    hash.update(file.slice(project.length)).update(await readFile(file));
  }
  return hash.digest('hex');
}

export async function readBuildRecord(): Promise<BuildRecord | null> {
  return readFile(recordFile, 'utf8').then((text) => JSON.parse(text) as BuildRecord, () => null);
}

/** Removes chunks that neither this release nor a recent one names, and writes compressed twins of the new ones. */
async function tidyAssets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const isOld = Date.now() - (await stat(file)).mtimeMs > chunkLife;
    if (isOld) await rm(file);
    else if (/\.(?:js|css|svg)$/.test(name) && !(await stat(`${file}.br`).catch(() => null))) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
      await pipeline(createReadStream(file), createBrotliCompress({ params }), createWriteStream(`${file}.br`));
      await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`));
    }
  }
}

async function build(sources: string): Promise<void> {
  process.env.NODE_ENV = 'production';
  // Loaded only here: a start without a build does without the builder.
  const [{ build: run }, { sharedConfig }] = await Promise.all([import('vite'), import('./vite-config.ts')]);
  await run({
    ...sharedConfig,
    logLevel: 'warn',
    build: {
      ...sharedConfig.build,
      outDir: join(buildFolder, 'client'),
      // Earlier releases' chunks stay available; tidyAssets removes them in time.
      emptyOutDir: false,
      manifest: 'manifest.json',
      rolldownOptions: {
        input: 'site/entry-client.tsx',
        // What pages share is one chunk that is there before any page is asked for, so that a page is one request.
        output: {
          codeSplitting: { groups: [{ name: 'shared', test: (id) => !/\/site\/(?:pages|drawings|entry-client)/.test(id) }] },
          chunkFileNames: ({ facadeModuleId }) => `assets/${/pages\/([\w-]+)\/route/.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash].js`,
        },
      },
    },
  });
  await run({
    ...sharedConfig,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: { ...sharedConfig.build, outDir: join(buildFolder, 'server'), ssr: 'site/entry-server.tsx' },
  });
  const manifest = await readFile(join(buildFolder, 'client/manifest.json'), 'utf8');
  await tidyAssets(join(buildFolder, 'client/assets'));
  const settings = Object.fromEntries(buildTimeNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const record: BuildRecord = { sources, build: createHash('sha256').update(manifest).digest('hex').slice(0, 12), settings };
  await mkdir(buildFolder, { recursive: true });
  await writeFile(recordFile, JSON.stringify(record));
}

/** One process builds at a time; a lock left by one that died is taken over. */
async function locked<T>(work: () => Promise<T>): Promise<T> {
  const lock = `${buildFolder}.lock`;
  await mkdir(join(buildFolder, '..'), { recursive: true });
  while (!(await writeFile(lock, String(process.pid), { flag: 'wx' }).then(() => true, () => false))) {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    try {
      process.kill(holder || process.pid, 0);
    } catch {
      await rm(lock, { force: true });
    }
    await sleep(100);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

/** Builds the site where its sources differ from those of the last build. */
export async function buildIfStale(): Promise<void> {
  const isStale = async (sources: string) => (await readBuildRecord())?.sources !== sources;
  const sources = await hashSources();
  if (!(await isStale(sources))) return;
  await locked(async () => {
    // Another process may have built while this one waited.
    if (await isStale(sources)) await build(sources);
  });
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(buildFolder, 'client/manifest.json'), 'utf8')) as Manifest;
}

if (import.meta.main) await locked(async () => build(await hashSources()));
