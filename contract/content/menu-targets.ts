import type { ListedType } from './entry-types.ts';
import { entryTypes, getEntryType } from './entry-types.ts';
import { listedTypes } from './list-settings.ts';
import { getPathname, isFeedPath, parseCategoryPath, parseEntryPath } from './site-paths.ts';

/** The target of an item that leads to the careers site. Its address is a setting of the operator. */
export const careersTarget = 'careers';

/** Pages of the site at which there is no entry. */
const pathsWithoutEntry = ['/search', '/thank-you', '/book-a-free-consultation-thank-you', '/api/docs'];

/** Returns the type whose list a path leads to, or its part of the list of another type; null for another path. */
export function findListedType(path: string): ListedType | null {
  const isListOf = (type: ListedType) => {
    const { listPath, listedUnder, folder } = getEntryType(type);
    if (listedUnder) return path === `${entryTypes[listedUnder].listPath}#${folder}`;
    return listPath === getPathname(path);
  };
  // The part of a list has the path of the list, so it is compared first.
  const parts = listedTypes.filter((type) => getEntryType(type).listedUnder);
  return [...parts, ...listedTypes].find(isListOf) ?? null;
}

/** Returns the path of the list of a type, or of its part of the list of another type. */
export function getListTarget(type: ListedType): string {
  const { listPath, listedUnder, folder } = getEntryType(type);
  return listPath ?? `${listedUnder ? entryTypes[listedUnder].listPath : ''}#${folder}`;
}

/** Returns whether an item without a label can show the title of its target. */
export function hasTitle(to: string): boolean {
  if (to === careersTarget || findListedType(to)) return true;
  const isWithoutEntry = pathsWithoutEntry.includes(getPathname(to)) || isFeedPath(to);
  return !isWithoutEntry && (parseCategoryPath(to) ?? parseEntryPath(to)) !== null;
}
