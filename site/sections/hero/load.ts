import type { SectionOf } from '../../../contract/content/section-schemas.ts';
import { parseEntryPath } from '../../../contract/content/site-paths.ts';
import type { DrawingHeights } from '../../parts/drawing.tsx';
import { measureSchematic } from '../../parts/measure-drawings.ts';
import type { SectionArgs } from '../section.ts';

type Hero = SectionOf<'hero'>;
type Art = NonNullable<Hero['art']>;
export type RequestArt = Extract<Art, { kind: 'request' }>;

export interface HeroData {
  /** The titles of the entries to which the stations of a request lead, by their paths. */
  titles: Record<string, string>;
  /** Heights of the schematic. */
  heights: DrawingHeights | null;
}

/** Loads the titles of the entries to which stations lead. A station whose entry is gone has no title. */
async function loadTitles({ stations }: RequestArt, { loadList }: SectionArgs): Promise<HeroData['titles']> {
  const titles = await Promise.all(
    stations.map(async ({ target }) => {
      const found = parseEntryPath(target);
      if (!found || found.type === 'PAGE') return [];
      const cards = await loadList(found.type).catch(() => []);
      return cards.filter(({ slug }) => slug === found.slug).map(({ title }) => [target, title]);
    }),
  );
  return Object.fromEntries(titles.flat());
}

/** Loads what the art of an opening shows. */
export async function loadHero(args: SectionArgs, { art }: Hero): Promise<HeroData> {
  return {
    titles: art?.kind === 'request' ? await loadTitles(art, args) : {},
    heights: art?.kind === 'schematic' ? await measureSchematic(art.schematic) : null,
  };
}
