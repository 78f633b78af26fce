import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Manifest } from 'vite';
import { locked } from './lock.ts';
import { type ReleaseFiles, tidyReleaseFiles } from './release-files.ts';
import { buildFolder, buildTimeNames } from './settings.ts';
import { project } from './vite-config.ts';

/** What a build leaves beside its files. */
export interface BuildRecord {
  /** Hash of the sources it was made from. */
  sources: string;
  /** Name of the release, from the names of its files. */
  build: string;
  /** The build-time settings `npm run build` was given. */
  settings: Record<string, string>;
  files: ReleaseFiles;
}

const recordFile = join(buildFolder, 'build.json');
const sourceFolders = ['site', 'contract'];
const sourceFiles = ['server/build.ts', 'server/vite-config.ts', 'package-lock.json'];
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
  return readFile(recordFile, 'utf8').then(
    (text) => JSON.parse(text) as BuildRecord,
    () => null,
  );
}

/** Every file a manifest names, by its name in the assets folder. */
function filesOf(manifest: Manifest): Set<string> {
  return new Set(
    Object.values(manifest).flatMap(({ file, css = [], assets = [] }) =>
      [file, ...css, ...assets].map((path) => basename(path)),
    ),
  );
}

/** Schemas and their library, and what is made of them. */
function isFormCode(id: string): boolean {
  return /\/node_modules\/zod\/|\/contract\/(?:[\w-]+-form|form-fields|email|punycode)\.ts|\/site\/forms\/(?:business-requests|contact|enquiry)\.ts/.test(
    id,
  );
}

/** Code that a browser may never need, each piece asked for by itself when it is. */
const onUse =
  /\/site\/(?:device-id|parts\/copy-code)\.ts$|\/site\/search\/|\/js-md5\/|\/contract\/progress-fetch\.ts$|\/site\/forms\/(?:take-form|content-key|solve)\.ts$|\/altcha-lib\//;

/** What waits for the moment to take a page over, and needs nothing else. */
const atStart = /\/site\/(?:entry-client|when-idle|web-vitals)\.ts$|vite\/preload-helper/;

async function build(sources: string, settings: Record<string, string>): Promise<void> {
  process.env.NODE_ENV = 'production';
  // Loaded only here: a start without a build does without the builder.
  const [{ build: run }, { sharedConfig }] = await Promise.all([import('vite'), import('./vite-config.ts')]);
  await run({
    ...sharedConfig,
    logLevel: 'warn',
    build: {
      ...sharedConfig.build,
      outDir: join(buildFolder, 'client'),
      // Earlier releases' files stay for a while, see release-files.ts.
      emptyOutDir: false,
      manifest: 'manifest.json',
      rolldownOptions: {
        input: 'site/entry-client.ts',
        output: {
          // The entry waits for its moment by itself.
          // What pages share is one chunk that is there before any page is asked for, so that a page is one request.
          // What checks and sends forms is another, asked for when a form is first used.
          codeSplitting: {
            groups: [
              // In this order, for a group takes with it whatever it needs.
              { name: 'start', test: atStart, priority: 2 },
              {
                name: 'shared',
                test: (id) => !/\/site\/(?:pages|drawings)/.test(id) && !onUse.test(id) && !isFormCode(id),
                priority: 1,
              },
              { name: 'forms', test: isFormCode },
            ],
          },
          chunkFileNames: ({ facadeModuleId }) =>
            `assets/${/pages\/([\w-]+)\/route/.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash].js`,
        },
      },
    },
  });
  await run({
    ...sharedConfig,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ...sharedConfig.build,
      outDir: join(buildFolder, 'server'),
      ssr: 'site/entry-server.tsx',
      // One file, read once: a running server needs nothing of a folder that the next build replaces.
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const manifest = await readManifest();
  const before = await readBuildRecord();
  const files = await tidyReleaseFiles(join(buildFolder, 'client/assets'), before?.files ?? {}, filesOf(manifest));
  const name = createHash('sha256').update(JSON.stringify(manifest)).digest('hex').slice(0, 12);
  await writeFile(recordFile, JSON.stringify({ sources, build: name, settings, files } satisfies BuildRecord));
}

const lock = `${buildFolder}.lock`;

/** Builds the site where its sources differ from those of the last build; keeps the settings that build was given. */
export async function buildIfStale(): Promise<void> {
  const sources = await hashSources();
  const isFresh = async () => (await readBuildRecord())?.sources === sources;
  if (await isFresh()) return;
  await mkdir(buildFolder, { recursive: true });
  await locked(lock, async () => {
    // Another process may have built while this one waited.
    if (!(await isFresh())) await build(sources, (await readBuildRecord())?.settings ?? {});
  });
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(buildFolder, 'client/manifest.json'), 'utf8')) as Manifest;
}

/** `npm run build`: builds in any case and remembers the build-time settings it is given. */
async function main(): Promise<void> {
  const settings = Object.fromEntries(
    buildTimeNames.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
  );
  await mkdir(buildFolder, { recursive: true });
  await locked(lock, async () => build(await hashSources(), settings));
}

if (import.meta.main) await main();
