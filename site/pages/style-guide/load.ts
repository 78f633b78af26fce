import type { EntryCard, EntryDetail } from '../../../contract/content/entry-shapes.ts';
import type { PageArgs } from '../../page.ts';
import { loadSections } from '../../sections/load-sections.ts';
import type { LoadedSection, SectionPage } from '../../sections/section.ts';
import { listSpecimens, renderSpecimens, specimenSizes } from './section-specimens.ts';

export interface StyleGuideData {
  /** The name of the theme of the look. */
  theme: string;
  cards: readonly EntryCard[];
  page: SectionPage;
  /** The specimens of the size in the address; null without one. */
  sections: LoadedSection[] | null;
}

const path = '/_parts';
const page: SectionPage = { slug: 'parts', title: 'Specimens of sections', path, isPreview: false };

/** Loads some entries, and what the specimens of sections show. */
export async function loadStyleGuide(args: PageArgs): Promise<StyleGuideData> {
  const { client, signal, url } = args;
  const size = specimenSizes.find((each) => each === url.searchParams.get('sections'));
  const cards = (await client.entries('BLOG', 'list', { size: 3 }, { signal })).items;
  const { theme } = (await client.call('settings', {}, { signal })).look;
  if (!size) return { theme, cards, page, sections: null };
  const sections = listSpecimens(size);
  const entry = { ...page, type: 'PAGE', fields: { sections }, rendered: renderSpecimens(sections) };
  return { theme, cards, page, sections: await loadSections(args, entry as unknown as EntryDetail<'PAGE'>, path) };
}
