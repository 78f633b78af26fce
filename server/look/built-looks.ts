import { createHash } from 'node:crypto';
import { copyFile, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type BuiltThemes, buildThemes, builtThemesFile, findPackage, themesFolder } from '../../api/content/index.ts';
import type { Theme, ThemeFont } from '../../contract/look/theme.ts';
import type { RenderLook } from '../../site/look.ts';
import type { GetFontAddress } from './font-faces.ts';
import { createRenderLook } from './render-look.ts';

type FontPart = 'core' | 'whole';

/** The themes as the build writes them, with the addresses of their fonts. */
interface BuiltLooks extends BuiltThemes {
  fontAddresses: Record<string, string>;
}

const fontKey = ({ family }: ThemeFont, part: FontPart) => `${family} ${part}`;

/** Returns the file of a font: its core in the folder of the theme, or the whole font of its package. */
export function getFontFile(theme: Pick<Theme, 'name'>, font: ThemeFont, part: FontPart): string {
  return part === 'core' ? join(themesFolder, theme.name, font.core) : join(findPackage(font.package), font.file);
}

/** Builds all themes, and copies their fonts to the folder of built files. Returns the names of these files. */
export async function buildLooks(assets: string): Promise<string[]> {
  const built = await buildThemes();
  const fontAddresses: Record<string, string> = {};
  for (const theme of built.themes) {
    for (const font of theme.fonts) {
      for (const part of ['core', 'whole'] as const) {
        const file = getFontFile(theme, font, part);
        const hash = createHash('sha256')
          .update(await readFile(file))
          .digest('base64url')
          .slice(0, 8);
        const name = `${basename(file, '.woff2')}-${hash}.woff2`;
        await copyFile(file, join(assets, name));
        fontAddresses[fontKey(font, part)] = `/assets/${name}`;
      }
    }
  }
  // Renamed into place, because a server that starts meanwhile may read the file.
  await writeFile(`${builtThemesFile}.part`, JSON.stringify({ ...built, fontAddresses } satisfies BuiltLooks));
  await rename(`${builtThemesFile}.part`, builtThemesFile);
  return Object.values(fontAddresses).map((address) => basename(address));
}

export async function readBuiltLooks(): Promise<RenderLook> {
  const { fontAddresses, ...themes } = JSON.parse(await readFile(builtThemesFile, 'utf8')) as BuiltLooks;
  const getAddress: GetFontAddress = (font, part) => fontAddresses[fontKey(font, part)] ?? '';
  return createRenderLook(themes, getAddress);
}
