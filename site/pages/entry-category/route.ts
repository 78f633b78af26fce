import { entryTypes } from '../../../contract/entry-types.ts';
import { definePage } from '../../page.ts';
import { pageAddress, pageCount } from '../../parts/page-numbers.ts';
import { breadcrumbList, itemList } from '../../parts/structured-data.ts';
import { type EntryCategoryData, loadEntryCategory } from './load.ts';
import { categoryTrail, EntryCategoryView } from './view.tsx';

/** A category of blogs, trivia or infographics. */
export const page = definePage<EntryCategoryData>({
  loader: loadEntryCategory,
  View: EntryCategoryView,
  head: (data, settings) => {
    const { type, category } = data;
    const path = entryTypes[type].categoryPath + category.slug;
    const number = data.page + 1;
    const name = `${category.name}: ${entryTypes[type].plural}`;
    return {
      title: number > 1 ? `${name}, page ${number}` : name,
      description: category.description,
      canonical: pageAddress(path, number),
      // A page that says there is nothing is no answer to a search.
      noindex: data.total === 0,
      previous: number > 1 ? pageAddress(path, number - 1) : undefined,
      next: number < pageCount(data.total, data.size) ? pageAddress(path, number + 1) : undefined,
      structuredData: import.meta.env.SSR
        ? [breadcrumbList(settings, categoryTrail(data)), itemList(settings, data.items, data.page * data.size)]
        : undefined,
    };
  },
  cache: () => 'public',
  parameters: ['page'],
});
