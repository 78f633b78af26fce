import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { describeLowContrast, findLowContrast } from '../../../contract/look/colours.ts';
import type { Theme, ThemeFont } from '../../../contract/look/theme.ts';
import { readTokens } from './read-tokens.ts';
import { findPackage, themeFile } from './theme-file.ts';

/** A theme that cannot be built, with a line for each problem. */
export class ThemeError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const steps = [1, 2, 3, 4, 5, 6];

/** The custom properties that every theme sets, by a token or by a `:root` rule of its style sheet. */
const requiredProperties = [
  ...['text', 'heading', 'label', 'mono', 'drawing'].map((name) => `--font-${name}`),
  ...steps.map((step) => `--text-${step}`),
  ...[...steps, 8, 10, 12, 16, 24].map((step) => `--space-${step}`),
  ...['--page-width', '--gutter', '--inset', '--margin-column', '--column-count', '--columns', '--measure'],
  ...['--header-height', '--radius', '--target', '--quick', '--calm', '--ease'],
];

const isFont = async (path: string) => (await readFile(path)).subarray(0, 4).toString('latin1') === 'wOF2';

/** Returns what is wrong with the files of a font; null if nothing is. */
async function findFontProblem(
  folder: string,
  { family, package: name, file, core }: ThemeFont,
): Promise<string | null> {
  let source: string;
  try {
    source = join(findPackage(name), file);
  } catch {
    return `the package ${name} of the font ${family} is not installed`;
  }
  for (const path of [join(folder, core), source]) {
    if (!existsSync(path)) return `the font ${family} has no file ${basename(path)}; run npm run theme -- fonts`;
    if (!(await isFont(path))) return `${basename(path)} of the font ${family} is no font in the format WOFF2`;
  }
  return null;
}

type Description = z.output<typeof themeFile>;

/** Returns the families that type pairs name and the theme lacks, and the fonts of the theme that nothing names. */
function findFamilyProblems({ fonts, typePairs }: Description, properties: Record<string, string>): string[] {
  const families = fonts.map(({ family }) => family);
  const values = [properties, ...typePairs.map((pair) => pair.properties)].flatMap((each) => Object.values(each));
  const unknown = typePairs.flatMap(({ name, families: own }) =>
    own
      .filter((family) => !families.includes(family))
      .map((family) => `the type pair ${name} names ${family}, which is not in fonts`),
  );
  const unused = families
    .filter((family) => !values.some((value) => value.includes(family)))
    .map((family) => `neither the group font of tokens.json nor a type pair uses the font ${family}`);
  return [...unknown, ...unused];
}

/** Minifies a style sheet. Throws for a syntax error, with the line. */
async function minifyCss(file: string, css: string): Promise<string> {
  const { transform } = await import('lightningcss');
  return transform({ filename: file, code: Buffer.from(css), minify: true, errorRecovery: false }).code.toString();
}

const readText = (path: string) => readFile(path, 'utf8').catch(() => null);

/**
 * Builds a theme from its folder. Throws `ThemeError` with all problems: a missing file or token, an unknown word, a
 * font that is none, a pair of colours whose contrast is too low.
 */
export async function buildTheme(folder: string): Promise<Theme> {
  const name = basename(folder);
  const found = await Promise.all(
    ['theme.json', 'tokens.json', 'theme.css'].map((file) => readText(join(folder, file))),
  );
  const missing = ['theme.json', 'tokens.json', 'theme.css'].filter((_, index) => found[index] === null);
  if (missing.length > 0) throw new ThemeError(missing.map((file) => `themes/${name}/${file} does not exist`));
  const [description = '', tokensText = '', css = ''] = found as string[];

  const problems: string[] = [];
  const note = (file: string) => (problem: string) => problems.push(`themes/${name}/${file}: ${problem}`);
  let json: unknown;
  try {
    json = JSON.parse(description);
  } catch (error) {
    note('theme.json')((error as Error).message);
  }
  const read = themeFile.safeParse(json);
  if (!read.success && json !== undefined)
    for (const { path, message } of read.error.issues) note('theme.json')(`${path.join('.')} ${message}`);

  const inTokens: string[] = [];
  const tokens = await readTokens(join(folder, 'tokens.json'), tokensText, inTokens);
  inTokens.forEach(note('tokens.json'));
  let rules = '';
  try {
    rules = await minifyCss(join(folder, 'theme.css'), css);
  } catch (error) {
    const { loc, message } = error as Error & { loc?: { line: number } };
    note('theme.css')(`line ${loc?.line ?? 1}: ${message}`);
  }
  if (tokens && inTokens.length === 0) {
    for (const property of requiredProperties)
      if (!(property in tokens.properties) && !css.includes(`${property}:`))
        note('tokens.json')(`${property.slice(2)} is missing, and theme.css does not set ${property}`);
    findLowContrast(tokens.palette).map(describeLowContrast).forEach(note('tokens.json'));
  }
  for (const font of read.data?.fonts ?? []) {
    const problem = await findFontProblem(folder, font);
    if (problem) note('theme.json')(problem);
  }
  if (read.data && tokens) findFamilyProblems(read.data, tokens.properties).forEach(note('theme.json'));
  if (read.data && !existsSync(join(folder, read.data.picture))) note('theme.json')(`there is no ${read.data.picture}`);
  if (problems.length > 0 || !tokens || !read.success) throw new ThemeError(problems);
  return { name, ...read.data, ...tokens, rules };
}
