import { type EntryTypeRow, entryTypes } from '../../contract/content/entry-types.ts';
import type { ListSummaries, TypeWithList } from '../../contract/content/list-settings.ts';
import type { MenuLink } from '../../contract/content/menu-schemas.ts';

/** Returns the beginnings of the paths of the pages below the target of a link: of a list, those of its entries. */
function listPathsBelow(to: string): string[] {
  const types: EntryTypeRow[] = Object.values(entryTypes);
  const listed = types.find(({ listPath, listedUnder, folder }) =>
    listedUnder ? `${entryTypes[listedUnder].listPath}#${folder}` === to : listPath === to,
  );
  return listed ? [listed.itemPath, listed.categoryPath].filter((path) => path !== null) : [`${to}/`];
}

/** Returns whether a link leads to the page `pathname`, or to a page above it. */
export function isCurrentLink({ to }: Pick<MenuLink, 'to'>, pathname: string): boolean {
  return pathname === to || listPathsBelow(to).some((path) => pathname.startsWith(path));
}

/** Returns the address of the contact page for a link on the page `pathname`, which the message then names. */
export function getContactAddress(pathname: string): string {
  return `/contact-us?pathName=${encodeURI(pathname)}`;
}

export const searchPath = '/search';

/** Returns the link to the list of a type; its label is the heading of the list. */
export function getListLink(lists: ListSummaries, type: TypeWithList): { href: string; label: string } {
  return { href: entryTypes[type].listPath, label: lists[type].heading };
}

/** Address of the section in which visitors see and remove what the site stores on their device. */
export const storedDataPath = '/privacy-policy#stored';
