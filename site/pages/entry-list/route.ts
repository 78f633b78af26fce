import type { PageDefinition } from '../../page.ts';
import { countPages, getPageAddress } from '../../parts/page-numbers.ts';
import { describeBreadcrumbs, describeList } from '../../parts/structured-data.ts';
import { type EntryListData, getListBreadcrumbs, loadEntryList } from './load.ts';
import { EntryListView } from './view.tsx';

/** The page that lists the entries of a type, or of a category. */
export const page: PageDefinition<EntryListData> = {
  loader: loadEntryList,
  View: EntryListView,
  head: (data, settings) => {
    const { category, total } = data;
    const { heading } = settings.lists[data.type];
    const trail = getListBreadcrumbs(settings.lists, data);
    const path = trail.at(-1)?.href ?? '';
    const name = category ? `${category.name}: ${heading}` : heading;
    const number = data.page + 1;
    return {
      title: number > 1 ? `${name}, page ${number}` : name,
      description: category?.description ?? data.list.lede,
      canonical: getPageAddress(path, number),
      // A category without entries is no useful search result.
      noindex: category !== null && total === 0,
      previous: number > 1 ? getPageAddress(path, number - 1) : undefined,
      next: number < countPages(total, data.size) ? getPageAddress(path, number + 1) : undefined,
      structuredData: import.meta.env.SSR
        ? [describeBreadcrumbs(settings, trail), describeList(settings, data.items, data.page * data.size)]
        : undefined,
    };
  },
  cache: () => 'public',
  parameters: ['page'],
};
