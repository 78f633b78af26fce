import { type SelectableType, selectableTypes } from '../content/entry-types.ts';
import type { ListItemFields } from './list-shapes.ts';

// Without schemas, because the Studio's pages load this file.

/** The lists that editors order: the categories of each type that has them, and four lists more. */
export const listNames = [...selectableTypes, 'INTEREST', 'PERSONA', 'POSITION', 'TEAM'] as const;

export type ListName = (typeof listNames)[number];

export const isCategoryList = (list: ListName): list is SelectableType =>
  (selectableTypes as readonly string[]).includes(list);

export const listActKinds = ['ADD', 'CHANGE', 'ORDER', 'MERGE', 'REMOVE'] as const;

export type ListActKind = (typeof listActKinds)[number];

/** How many acts on a list are shown at once. */
export const maxListedActs = 50;

/** The most items of a list. The whole list is read and ordered at once. */
export const maxListItems = 200;

export type ListFieldName = keyof ListItemFields;

const categoryFields = ['name', 'description', 'slug', 'enabled'] as const;

export const listFields: Readonly<Record<ListName, readonly ListFieldName[]>> = {
  BLOG: categoryFields,
  TRIVIA: categoryFields,
  INFOGRAPHIC: categoryFields,
  INTEREST: ['name', 'description', 'enabled'],
  PERSONA: ['name', 'description', 'interests', 'enabled'],
  POSITION: ['name', 'enabled'],
  TEAM: ['name', 'position', 'role', 'focus', 'joined', 'leftOn', 'portrait', 'body', 'enabled'],
};
