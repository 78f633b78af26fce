import { highestPage } from '../contract/http/highest-page.ts';

interface ListPage {
  page: number;
  size: number;
  total: number;
}

/** Loads the page of a list that an address names, or the last page if the list has become shorter. */
export async function loadListPage<T extends ListPage>(
  { searchParams }: URL,
  load: (page: number) => Promise<T>,
): Promise<T> {
  const asked = Number.parseInt(searchParams.get('page') ?? '0', 10) || 0;
  const list = await load(Math.min(highestPage, Math.max(0, asked)));
  const last = Math.max(0, Math.ceil(list.total / list.size) - 1);
  return list.page > last ? load(last) : list;
}
