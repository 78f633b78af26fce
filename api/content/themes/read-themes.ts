import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Theme } from '../../../contract/look/theme.ts';
import { createSharedRules, type SharedRule } from './shared-rules.ts';

/** All themes of the installation, in the order of their names, and the rules that they share. */
export interface Themes {
  themes: Theme[];
  shared: SharedRule[];
}

/** What the build writes, so that a server starts without building themes. */
export interface BuiltThemes extends Themes {
  /** The hash of the sources. */
  sources: string;
}

export const themesFolder = fileURLToPath(new URL('../../../themes', import.meta.url));
export const builtThemesFile = fileURLToPath(new URL('../../../dist/site/themes.json', import.meta.url));

const listThemeNames = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

/** Returns a hash of the files from which the themes are built. */
export function hashThemes(folder = themesFolder): string {
  const hash = createHash('sha256');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:json|css)$/.test(file),
  );
  for (const file of files.sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return hash.digest('hex');
}

/** Builds all themes of a folder. Throws `ThemeError` with the problems of the first theme that has any. */
export async function buildThemes(folder = themesFolder): Promise<BuiltThemes> {
  // Imported here, because a server with a build needs neither the parser of tokens nor the minifier.
  const { buildTheme } = await import('./build-theme.ts');
  const themes: Theme[] = [];
  for (const name of listThemeNames(folder)) themes.push(await buildTheme(join(folder, name)));
  const shared = createSharedRules(await readFile(join(folder, 'shared.css'), 'utf8'));
  return { themes, shared, sources: hashThemes(folder) };
}

let reading: Promise<Themes> | undefined;

async function readOrBuildThemes(): Promise<Themes> {
  const text = await readFile(builtThemesFile, 'utf8').catch(() => null);
  const built = text === null ? null : (JSON.parse(text) as BuiltThemes);
  return built?.sources === hashThemes() ? built : buildThemes();
}

/** Returns the themes: as they were built, or built now if their sources have changed since. */
export function readThemes(): Promise<Themes> {
  reading ??= readOrBuildThemes();
  reading.catch(() => {
    reading = undefined;
  });
  return reading;
}
