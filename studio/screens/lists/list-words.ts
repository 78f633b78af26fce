import type { EntryType } from '../../../contract/content/entry-types.ts';
import { isCategoryList, type ListName } from '../../../contract/studio/list-names.ts';

/** The titles of the lists, and what their items are. */
const others = {
  INTEREST: { title: 'Interests', noun: 'interest', plural: 'interests', add: 'Add an interest' },
  PERSONA: { title: 'Personas', noun: 'persona', plural: 'personas', add: 'Add a persona' },
  POSITION: { title: 'Positions', noun: 'position', plural: 'positions', add: 'Add a position' },
  TEAM: { title: 'People', noun: 'person', plural: 'people', add: 'Add a person' },
};

/** Returns the title of a list, and what one of its items is. `getTypeName` names the types of entries. */
export function getListWords(list: ListName, getTypeName: (type: EntryType) => string) {
  if (!isCategoryList(list)) return others[list];
  const title = `${getTypeName(list)} categories`;
  return { title, noun: 'category', plural: 'categories', add: 'Add a category' };
}

export function getListAddress(list: ListName, query: Record<string, string | number> = {}): string {
  const all = Object.entries({ ...(list === 'TEAM' ? {} : { list }), ...query }).map(
    ([name, value]) => `${name}=${value}`,
  );
  return `/studio/${list === 'TEAM' ? 'team' : 'lists'}${all.length > 0 ? `?${all.join('&')}` : ''}`;
}

export const getItemAddress = (list: ListName, id: number) =>
  list === 'TEAM' ? `/studio/team/${id}` : `/studio/lists/${list}/${id}`;
