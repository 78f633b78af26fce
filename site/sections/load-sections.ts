import type { EntryDetail } from '../../contract/content/entry-shapes.ts';
import type { Section } from '../../contract/content/section-schemas.ts';
import { listSectionAnchors } from '../../contract/content/sections.ts';
import type { PageArgs } from '../page.ts';
import { loadAllEntries } from '../parts/load-all-entries.ts';
import { lowerHeadings } from '../parts/lower-headings.ts';
import { completeSections } from './complete-sections.ts';
import { getSectionViewName, type LoadedSection, type SectionArgs } from './section.ts';
import { sectionViews } from './section-views.ts';

/** Returns what the API rendered of a section, by the path in the section. */
function listTexts({ id, title, kind }: Section, rendered: EntryDetail<'PAGE'>['rendered']): Record<string, string> {
  const texts = Object.entries(rendered).flatMap(([key, { html }]) => {
    if (key === id) return [['', kind === 'text' && title ? lowerHeadings({ html }).html : html]];
    return key.startsWith(`${id}.`) ? [[key.slice(id.length + 1), html]] : [];
  });
  return Object.fromEntries(texts);
}

/** Creates the functions that load what several sections show once. */
function createSharedLoaders({ client, signal }: PageArgs): Pick<SectionArgs, 'loadOnce' | 'loadList'> {
  const loading = new Map<string, Promise<unknown>>();
  function loadOnce<T>(name: string, load: () => Promise<T>): Promise<T> {
    const known = (loading.get(name) as Promise<T> | undefined) ?? load();
    loading.set(name, known);
    return known;
  }
  return { loadOnce, loadList: (type) => loadOnce(type, () => loadAllEntries(client, type, { signal })) };
}

/** Loads the code and the data of the sections of a page. */
export async function loadSections(args: PageArgs, page: EntryDetail<'PAGE'>, path: string): Promise<LoadedSection[]> {
  const { sections, rendered } = completeSections(page);
  const sectionArgs: SectionArgs = { ...args, page, path, ...createSharedLoaders(args) };
  const anchors = listSectionAnchors(sections);
  const loaded = sections.map(async (section, index) => {
    const name = getSectionViewName(section);
    const view = sectionViews[name];
    await view.load();
    const { load, preloadModules } = view.get().section;
    const data = (await load?.(sectionArgs, section)) ?? null;
    await preloadModules?.(data);
    return {
      section,
      data,
      anchor: anchors[index],
      texts: listTexts(section, rendered),
      contents: rendered[section.id]?.toc ?? [],
    };
  });
  return Promise.all(loaded);
}

/** Loads the code with which loaded sections are hydrated. */
export function preloadSectionCode(sections: readonly LoadedSection[]): Promise<unknown> {
  return Promise.all(
    sections.map(async ({ section, data }) => {
      const view = sectionViews[getSectionViewName(section)];
      await view.load();
      await view.get().section.preloadModules?.(data);
    }),
  );
}
