import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from 'vite';
import { buildFolder } from '../folders.ts';
import type { StyleRule } from './page-styles.ts';
import type { ReleaseFiles } from './release-files.ts';

/** The record of a build, stored beside its files. */
export interface BuildRecord {
  /** The hash of the sources. */
  sources: string;
  /** The name of the release, derived from the names of all its files, also of the Studio's. */
  build: string;
  /** The build-time settings that were passed to `npm run build`. */
  settings: Record<string, string>;
  files: ReleaseFiles;
}

/** The build-time settings (specification, section 1), which a build records. */
export const buildTimeNames = ['API_BASE_URL', 'CAREERS_URL', 'SUPPORT_EMAIL', 'SITE_URL'] as const;

export const recordFile = join(buildFolder, 'build.json');

export function readBuildRecord(): BuildRecord | null {
  try {
    return JSON.parse(readFileSync(recordFile, 'utf8')) as BuildRecord;
  } catch {
    return null;
  }
}

/** Reads the manifest of the public pages, or of another build. */
export async function readBuildManifest(name = 'manifest.json'): Promise<Manifest> {
  return JSON.parse(await readFile(join(buildFolder, 'client', name), 'utf8')) as Manifest;
}

/** The rules of the pages' stylesheet, from which each page gets its own. */
export const styleRulesFile = join(buildFolder, 'style-rules.json');

export async function readStyleRules(): Promise<StyleRule[]> {
  return JSON.parse(await readFile(styleRulesFile, 'utf8')) as StyleRule[];
}

/** Returns the files of all parts of a build: scripts, styles and what these load. A shared file can appear twice. */
export const listManifestFiles = (manifest: Manifest): string[] =>
  Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]);
