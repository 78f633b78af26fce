import { LRUCache } from 'lru-cache';
import type { Themes } from '../../api/content/index.ts';
import type { CompanySettings } from '../../contract/content/setting-schemas.ts';
import { settingRows } from '../../contract/content/settings.ts';
import { type ColourName, colourNames, type Palette } from '../../contract/look/colours.ts';
import { applyChosenColours } from '../../contract/look/derive-colours.ts';
import {
  getStructureAttribute,
  type Structure,
  structureNames,
  structureWords,
} from '../../contract/look/structure.ts';
import type { Theme } from '../../contract/look/theme.ts';
import type { PictureFonts, RenderedLook, RenderLook } from '../../site/look.ts';
import { createHashSource } from '../http/content-policy.ts';
import { createFontFaces, type GetFontAddress } from './font-faces.ts';

type Look = CompanySettings['look'];

/** Looks that are kept. A site has one at a time; previews and scheduled changes have others. */
const maxLooks = 20;

/** The order of all layers of the site's styles, the weakest first. */
const layerOrder = '@layer base,parts,structure,theme;';

const toDeclarations = (properties: Record<string, string>) =>
  Object.entries(properties)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

/** Returns the custom property of a colour, with its values in both schemes. */
function getColourProperty(palette: Palette, name: ColourName): [string, string] {
  return [`--${name}`, `light-dark(${palette.light[name]},${palette.dark[name]})`];
}

/**
 * Returns the words of a look; those that it leaves out, or that its theme does not have, are the usual ones. A logo is
 * shown unless the look says that it is not.
 */
function chooseStructure(theme: Theme, look: Look, hasLogo: boolean): Structure {
  const words = structureNames.map((name) => {
    const [chosen, allowed] = [look[name], theme.structure[name]];
    if (chosen && allowed.includes(chosen)) return [name, chosen];
    const withLogo = name === 'logo' && hasLogo ? allowed.find((word) => word !== 'name') : undefined;
    return [name, withLogo ?? allowed[0]];
  });
  return Object.fromEntries(words) as Structure;
}

/** Returns the first family of a list of fonts in the syntax of CSS. */
const getFirstFamily = (list = '') => /^"?([^",]+)/.exec(list)?.[1] ?? '';

function getPictureFonts({ fonts, properties }: Theme): PictureFonts {
  const heading = getFirstFamily(properties['--font-heading']);
  const label = getFirstFamily(properties['--font-label']);
  const drawn = ['heading', 'label', 'drawing', 'text'].map((use) => properties[`--font-${use}`] ?? '').join();
  const packages = fonts.filter(({ family }) => drawn.includes(family)).map((font) => font.package);
  return { heading, label, packages };
}

function renderLook(
  { themes, shared }: Themes,
  look: Look,
  hasLogo: boolean,
  getAddress: GetFontAddress,
): RenderedLook {
  const theme = themes.find(({ name }) => name === look.theme) ?? (themes[0] as Theme);
  const palette = applyChosenColours(theme.palette, look.theme === theme.name ? look.colours : undefined);
  const structure = chooseStructure(theme, look, hasLogo);
  const pair = theme.typePairs.find(({ name }) => name === look.typePair) ?? theme.typePairs[0];
  const attributes = structureNames
    .filter((name) => structure[name] !== structureWords[name][0])
    .map((name) => `${getStructureAttribute(name)}="${structure[name]}"`);
  const fonts = theme.fonts.filter(({ family }) => pair?.families.includes(family));
  const properties = {
    ...Object.fromEntries(colourNames.map((name) => getColourProperty(palette, name))),
    ...theme.properties,
    ...pair?.properties,
  };
  const rulesOf = (layer: string) =>
    shared
      .filter((rule) => rule.layer === layer && (!rule.attribute || attributes.includes(rule.attribute)))
      .map(({ text }) => text)
      .join('');
  const text = [
    layerOrder,
    createFontFaces(fonts, getAddress),
    `@layer base{:root,[data-dark]{color-scheme:light dark;${toDeclarations(properties)}}}`,
    theme.rules,
    `@layer base{${rulesOf('base')}}`,
    `@layer structure{${rulesOf('structure')}}`,
  ].join('');
  return {
    attributes: [`data-look="${theme.name}"`, ...attributes].join(' '),
    header: structure.header,
    style: { text, source: createHashSource(text) },
    fonts: fonts.map((font) => getAddress(font, 'core')),
    palette,
    drawingFont: theme.properties['--font-drawing'] ?? 'monospace',
    textFont: theme.properties['--font-text'] ?? 'sans-serif',
    pictureFonts: getPictureFonts(theme),
  };
}

/** Creates the function that renders looks, and keeps recent ones. */
export function createRenderLook(themes: Themes, getAddress: GetFontAddress): RenderLook {
  const looks = new LRUCache<string, RenderedLook>({ max: maxLooks });
  return (look = settingRows.look.defaults, hasLogo = false) => {
    const key = JSON.stringify([look, hasLogo]);
    const known = looks.get(key);
    if (known) return known;
    const rendered = renderLook(themes, look, hasLogo, getAddress);
    looks.set(key, rendered);
    return rendered;
  };
}
