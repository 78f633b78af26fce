import type { CompanySettings } from '../../../contract/content/setting-schemas.ts';
import {
  describeLowContrast,
  findLowContrast,
  type LowContrast,
  type Palette,
} from '../../../contract/look/colours.ts';
import { applyChosenColours } from '../../../contract/look/derive-colours.ts';
import { structureNames } from '../../../contract/look/structure.ts';
import { readThemes } from './read-themes.ts';

type Look = CompanySettings['look'];

/** A problem of a look. `path` begins below the fields of the setting. */
export interface LookProblem {
  path: string;
  message: string;
}

/**
 * Returns a problem for each chosen colour without enough contrast: its lowest pair. If all chosen colours have enough,
 * returns the lowest pairs of the colours that follow from them.
 */
function findContrastProblems({ colours }: Look, palette: Palette): LookProblem[] {
  const lowest = new Map<string, LowContrast>();
  for (const low of findLowContrast(applyChosenColours(palette, colours))) {
    const key = `${low.scheme}.${low.foreground}`;
    if (low.ratio < (lowest.get(key)?.ratio ?? Number.POSITIVE_INFINITY)) lowest.set(key, low);
  }
  const found = [...lowest.values()];
  const isChosen = ({ scheme, foreground }: LowContrast) => Object.hasOwn(colours?.[scheme] ?? {}, foreground);
  const chosen = found.filter(isChosen);
  return (chosen.length > 0 ? chosen : found).map((low) => ({
    path: `colours.${low.scheme}${isChosen(low) ? `.${low.foreground}` : ''}`,
    message: describeLowContrast(low),
  }));
}

/** Returns why a look cannot be shown: what its theme does not have or allow, and contrasts that are too low. */
export async function findLookProblems(look: Look): Promise<LookProblem[]> {
  const { themes } = await readThemes();
  const theme = themes.find(({ name }) => name === look.theme);
  if (!theme) {
    const names = themes.map(({ name }) => name).join(', ');
    return [{ path: 'theme', message: `there is no theme ${look.theme}; there are ${names}` }];
  }
  const problems: LookProblem[] = [];
  const names = theme.typePairs.map(({ name }) => name);
  if (look.typePair && !names.includes(look.typePair))
    problems.push({ path: 'typePair', message: `must be one of ${names.join(', ')} in the theme ${theme.title}` });
  for (const name of structureNames) {
    const word = look[name];
    if (word && !theme.structure[name].includes(word))
      problems.push({
        path: name,
        message: `must be one of ${theme.structure[name].join(', ')} in the theme ${theme.title}`,
      });
  }
  for (const [scheme, colours] of Object.entries(look.colours ?? {})) {
    for (const name of Object.keys(colours))
      if (!theme.colours.some((each) => each === name))
        problems.push({
          path: `colours.${scheme}.${name}`,
          message: `cannot be chosen in the theme ${theme.title}`,
        });
  }
  return [...problems, ...findContrastProblems(look, theme.palette)];
}
