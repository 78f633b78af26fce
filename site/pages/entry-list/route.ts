import { entryTypes } from '../../../contract/content/entry-types.ts';
import type { PageDefinition } from '../../page.ts';
import { countPages, getPageAddress } from '../../parts/page-numbers.ts';
import { describeBreadcrumbs, describeList } from '../../parts/structured-data.ts';
import { type EntryListData, loadEntryList } from './load.ts';
import { EntryListView, getListBreadcrumbs } from './view.tsx';

/** The page that lists the entries of a type. */
export const page: PageDefinition<EntryListData> = {
  loader: loadEntryList,
  View: EntryListView,
  head: (data, settings) => {
    const path = entryTypes[data.type].listPath;
    const { heading } = settings.lists[data.type];
    const number = data.page + 1;
    const last = countPages(data.total, data.size);
    return {
      title: number > 1 ? `${heading}, page ${number}` : heading,
      description: data.list.lede,
      canonical: getPageAddress(path, number),
      previous: number > 1 ? getPageAddress(path, number - 1) : undefined,
      next: number < last ? getPageAddress(path, number + 1) : undefined,
      structuredData: import.meta.env.SSR
        ? [
            describeBreadcrumbs(settings, getListBreadcrumbs(settings.lists, data.type)),
            describeList(settings, data.items, data.page * data.size),
          ]
        : undefined,
    };
  },
  cache: () => 'public',
  parameters: ['page'],
};
