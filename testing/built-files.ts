import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { readBuildManifest } from '../server/build/build-record.ts';
import { buildFolder } from '../server/folders.ts';

/** Returns the bytes of a built file as browsers download it, compressed with brotli. */
async function measureFile(address: string): Promise<number> {
  const file = join(buildFolder, 'client', address);
  const { size } = await stat(`${file}.br`).catch(() => stat(file));
  return size;
}

/** Returns the bytes of several built files together, each compressed with brotli. */
export async function measureFiles(addresses: readonly string[]): Promise<number> {
  const sizes = await Promise.all(addresses.map(measureFile));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Returns the keys of a chunk and of all that it imports statically. */
function findChunks(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no chunk ${key}`);
  if (found.has(key)) return found;
  found.add(key);
  for (const imported of chunk.imports ?? []) findChunks(manifest, imported, found);
  return found;
}

/** Bytes of scripts of the Studio, compressed with brotli. */
export interface StudioScriptSizes {
  /** The scripts of every screen, without React and the router. */
  shell: number;
  /** React and the router. */
  libraries: number;
  /** The text editor, which is loaded when a text is first edited. */
  editor: number;
}

export async function measureStudioScripts(): Promise<StudioScriptSizes> {
  const manifest = await readBuildManifest('studio-manifest.json');
  const shell = findChunks(manifest, 'studio/entry-client.tsx');
  const editor = findChunks(manifest, 'studio/editor/create-editor.ts');
  // The screen around the editor has loaded its own chunks before.
  const screen = findChunks(manifest, 'studio/screens/entry/screen.tsx');
  const isLibrary = (key: string) => ['react', 'router'].includes(manifest[key]?.name ?? '');
  const weigh = (keys: string[]) => measureFiles(keys.map((key) => manifest[key]?.file ?? ''));
  return {
    shell: await weigh([...shell].filter((key) => !isLibrary(key))),
    libraries: await weigh([...shell].filter(isLibrary)),
    editor: await weigh([...editor].filter((key) => !screen.has(key))),
  };
}
