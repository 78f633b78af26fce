import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import type { Assets } from '../../site/html/document.ts';
import type { StudioAssets } from '../../studio/document.ts';
import { buildFolder } from '../folders.ts';
import { readBuiltLooks } from '../look/built-looks.ts';
import { listManifestFiles, readBuildManifest, readBuildRecord, readStyleRules } from './build-record.ts';
import { createStyleSelector } from './page-styles.ts';

const entryKey = 'site/entry-client.ts';

/** Name of the chunk that holds `site/hydration/hydrate.tsx`, see bundles.ts. */
const hydrationChunk = 'shared';

/** Returns the files of a chunk and of all that it imports statically, each after the files that it needs. */
function collectFiles(manifest: Manifest, key: string, files = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || files.has(chunk.file)) return files;
  for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, files);
  return files.add(chunk.file);
}

const studioEntryKey = 'studio/entry-client.tsx';

/** Reads the addresses of the Studio's built files. */
export async function readStudioAssets(): Promise<Omit<StudioAssets, 'look'>> {
  const manifest = await readBuildManifest('studio-manifest.json');
  const script = manifest[studioEntryKey];
  if (!script) throw new Error('There is no build of the Studio; run npm run build.');
  const files = listManifestFiles(manifest);
  const listAddresses = (wanted: (file: string) => boolean) =>
    [...new Set(files.filter(wanted))].map((file) => `/${file}`);
  return {
    script: `/${script.file}`,
    listScripts: (screen = '') =>
      [...collectFiles(manifest, screen, collectFiles(manifest, studioEntryKey))].map((file) => `/${file}`),
    styles: listAddresses((file) => file.endsWith('.css')),
  };
}

/** Reads the addresses of the built files from the build's manifest. */
export async function readAssets(): Promise<Assets> {
  const [manifest, measured] = [await readBuildManifest(), await readBuildManifest('measure-manifest.json')];
  const record = readBuildRecord();
  const entry = manifest[entryKey];
  if (!entry || !record) throw new Error('There is no build; run npm run build.');
  const script = await readFile(join(buildFolder, 'client', entry.file));
  const chunks: Record<string, string> = {};
  for (const [source, { file }] of Object.entries(manifest)) {
    const name = /^site\/pages\/([\w-]+)\/route\.ts$/.exec(source)?.[1];
    if (name) chunks[name] = `/${file}`;
  }
  const files = listManifestFiles(manifest);
  const listAddresses = (extension: string) =>
    [...new Set(files.filter((file) => file.endsWith(extension)))].map((file) => `/${file}`);
  const hydrationKey = Object.keys(manifest).find((key) => manifest[key]?.name === hydrationChunk) ?? '';
  return {
    build: record.build,
    script: `/${entry.file}`,
    measureScript: `/${measured['site/analytics/measure.ts']?.file}`,
    integrity: `sha256-${createHash('sha256').update(script).digest('base64')}`,
    modules: [...collectFiles(manifest, hydrationKey)].filter((file) => file !== entry.file).map((file) => `/${file}`),
    styles: listAddresses('.css'),
    selectStyles: createStyleSelector(await readStyleRules()),
    renderLook: await readBuiltLooks(),
    chunks,
  };
}
