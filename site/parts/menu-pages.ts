import type { MenuName } from '../../contract/content/entry-fields.ts';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import type { Client } from '../../contract/http/client.ts';
import { loadAllEntries } from './load-all-entries.ts';

/** A page that editors put into a menu. */
export interface MenuPage {
  href: string;
  label: string;
  description: string;
  menu: MenuName;
}

/** Loads the pages whose field `menu` is set, in the order of the editors. */
export async function loadMenuPages(client: Client, options: { signal?: AbortSignal } = {}): Promise<MenuPage[]> {
  const pages = await loadAllEntries(client, 'PAGE', options);
  return pages.flatMap(({ slug, title, summary, fields: { menu } }) =>
    menu ? [{ href: getEntryPath('PAGE', slug), label: title, description: summary, menu }] : [],
  );
}
