import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import type { Assets } from '../../site/document.ts';
import { buildFolder } from '../folders.ts';
import { readBuildRecord, readManifest } from './build-record.ts';

const entryKey = 'site/entry-client.ts';
/** Loaded only where somebody is told of the figures. */
const webVitalsKey = 'site/web-vitals.ts';

/** A module behind all that it imports plainly, and so cannot run without. */
export function closureOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  for (const imported of chunk.imports ?? []) closureOf(manifest, imported, found);
  return found.add(chunk.file);
}

/** Addresses of the built files, from the build's manifest. */
export async function readAssets(): Promise<Assets> {
  const [manifest, record] = [await readManifest(), readBuildRecord()];
  const entry = manifest[entryKey];
  if (!entry || !record) throw new Error('There is no build; run npm run build.');
  const script = await readFile(join(buildFolder, 'client', entry.file));
  const chunks: Record<string, string> = {};
  for (const [source, { file }] of Object.entries(manifest)) {
    const name = /^site\/pages\/([\w-]+)\/route\.ts$/.exec(source)?.[1];
    if (name) chunks[name] = `/${file}`;
  }
  const files = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  const addresses = (extension: string) =>
    [...new Set(files.filter((file) => file.endsWith(extension)))].map((file) => `/${file}`);
  const onStart = (entry.dynamicImports ?? []).filter((key) => key !== webVitalsKey);
  const takeOver = new Set(onStart.flatMap((key) => [...closureOf(manifest, key)]));
  return {
    build: record.build,
    script: `/${entry.file}`,
    integrity: `sha256-${createHash('sha256').update(script).digest('base64')}`,
    modules: [...takeOver].filter((file) => file !== entry.file).map((file) => `/${file}`),
    styles: addresses('.css'),
    // The whole ones come where a page has letters that the cut ones lack.
    fonts: addresses('.woff2').filter((address) => address.includes('-core-')),
    chunks,
  };
}
