import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { buildFolder } from '../folders.ts';
import type { ReleaseFiles } from './release-files.ts';

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

/** The settings that the specification (section 1) gives at build time; a build remembers them. */
export const buildTimeNames = ['API_BASE_URL', 'CAREERS_URL', 'SUPPORT_EMAIL', 'SITE_URL'] as const;

export const recordFile = join(buildFolder, 'build.json');

export function readBuildRecord(): BuildRecord | null {
  try {
    return JSON.parse(readFileSync(recordFile, 'utf8')) as BuildRecord;
  } catch {
    return null;
  }
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(buildFolder, 'client/manifest.json'), 'utf8')) as Manifest;
}
