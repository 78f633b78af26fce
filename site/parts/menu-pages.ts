import type { Client } from '../../contract/client.ts';
import type { MenuName } from '../../contract/entry-fields.ts';
import { getEntryPath } from '../../contract/entry-types.ts';

/** A page that editors put into a menu. */
export interface MenuPage {
  href: string;
  label: string;
  description: string;
  menu: MenuName;
}

/** Loads the pages whose field `menu` is set, in the order of the editors: those among the first 100 pages. */
export async function loadMenuPages(client: Client, options: { signal?: AbortSignal } = {}): Promise<MenuPage[]> {
  const { items } = await client.entries('PAGE', 'list', { size: 100 }, options);
  return items.flatMap(({ slug, title, summary, fields: { menu } }) =>
    menu ? [{ href: getEntryPath('PAGE', slug), label: title, description: summary, menu }] : [],
  );
}
