import type { Assets } from '../site/document.ts';
import { readBuildRecord, readManifest } from './build.ts';

/** Addresses of the built files, from the build's manifest. */
export async function readAssets(): Promise<Assets> {
  const [manifest, record] = await Promise.all([readManifest(), readBuildRecord()]);
  const entry = manifest['site/entry-client.tsx'];
  if (!entry || !record) throw new Error('There is no build; run npm run build.');
  const chunks: Record<string, string> = {};
  for (const [source, { file }] of Object.entries(manifest)) {
    const name = /^site\/pages\/([\w-]+)\/route\.ts$/.exec(source)?.[1];
    if (name) chunks[name] = `/${file}`;
  }
  const files = Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
  const addresses = (extension: string) =>
    [...new Set(files.filter((file) => file.endsWith(extension)))].map((file) => `/${file}`);
  const preloads = (entry.imports ?? []).flatMap((key) => (manifest[key] ? [`/${manifest[key].file}`] : []));
  return {
    build: record.build,
    scripts: [`/${entry.file}`],
    preloads,
    styles: addresses('.css'),
    fonts: addresses('.woff2'),
    chunks,
  };
}
