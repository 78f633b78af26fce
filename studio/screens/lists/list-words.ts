import type { EntryType } from '../../../contract/content/entry-types.ts';
import { isCategoryList, type ListName } from '../../../contract/studio/list-names.ts';

/** The titles of the lists, and what their items are. */
const others = {
  INTEREST: { title: 'Interests', noun: 'interest' },
  PERSONA: { title: 'Personas', noun: 'persona' },
  POSITION: { title: 'Positions', noun: 'position' },
  TEAM: { title: 'People', noun: 'person' },
};

/** Returns the title of a list, and what one of its items is. `getTypeName` names the types of entries. */
export function getListWords(list: ListName, getTypeName: (type: EntryType) => string) {
  if (!isCategoryList(list)) return others[list];
  return { title: `${getTypeName(list)} categories`, noun: 'category' };
}

/** Returns the address of a list. */
export const getListAddress = (list: ListName) => (list === 'TEAM' ? '/studio/team' : `/studio/lists?list=${list}`);

/** Returns the address of an item. */
export const getItemAddress = (list: ListName, id: number) =>
  list === 'TEAM' ? `/studio/team/${id}` : `/studio/lists/${list}/${id}`;
