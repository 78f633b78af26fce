import { getEntryType } from '../../../contract/entry-types.ts';
import { definePage } from '../../page.ts';
import { pageAddress, pageCount } from '../../parts/page-numbers.ts';
import { breadcrumbList, itemList } from '../../parts/structured-data.ts';
import { type EntryListData, loadEntryList } from './load.ts';
import { EntryListView, listTrail } from './view.tsx';

/** The list of every type that has one. */
export const page = definePage<EntryListData>({
  loader: loadEntryList,
  View: EntryListView,
  head: (data, settings) => {
    const { listPath, plural, description } = getEntryType(data.type);
    const path = listPath ?? '/';
    const number = data.page + 1;
    const last = pageCount(data.total, data.size);
    return {
      title: number > 1 ? `${plural}, page ${number}` : plural,
      description,
      canonical: pageAddress(path, number),
      previous: number > 1 ? pageAddress(path, number - 1) : undefined,
      next: number < last ? pageAddress(path, number + 1) : undefined,
      structuredData: import.meta.env.SSR
        ? [breadcrumbList(settings, listTrail(data.type)), itemList(settings, data.items, data.page * data.size)]
        : undefined,
    };
  },
  cache: () => 'public',
  parameters: ['page'],
});
