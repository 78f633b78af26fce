import { entryTypes } from '../../../contract/content/entry-types.ts';
import type { PageDefinition } from '../../page.ts';
import { countPages, getPageAddress } from '../../parts/page-numbers.ts';
import { describeBreadcrumbs, describeList } from '../../parts/structured-data.ts';
import { type EntryCategoryData, loadEntryCategory } from './load.ts';
import { EntryCategoryView, getCategoryBreadcrumbs } from './view.tsx';

/** The page of a category of blogs, trivia or infographics. */
export const page: PageDefinition<EntryCategoryData> = {
  loader: loadEntryCategory,
  View: EntryCategoryView,
  head: (data, settings) => {
    const { type, category } = data;
    const path = entryTypes[type].categoryPath + category.slug;
    const number = data.page + 1;
    const name = `${category.name}: ${settings.lists[type].heading}`;
    return {
      title: number > 1 ? `${name}, page ${number}` : name,
      description: category.description,
      canonical: getPageAddress(path, number),
      // A page without entries is no useful search result.
      noindex: data.total === 0,
      previous: number > 1 ? getPageAddress(path, number - 1) : undefined,
      next: number < countPages(data.total, data.size) ? getPageAddress(path, number + 1) : undefined,
      structuredData: import.meta.env.SSR
        ? [
            describeBreadcrumbs(settings, getCategoryBreadcrumbs(settings.lists, data)),
            describeList(settings, data.items, data.page * data.size),
          ]
        : undefined,
    };
  },
  cache: () => 'public',
  parameters: ['page'],
};
