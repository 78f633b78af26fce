import { type EntryType, entryTypes, getEntryType, type ListedType, typesWithPages } from './entry-types.ts';

// The setting `lists`: what the company calls the entries of each type, and how it lists them. Browsers load this file,
// so the schema is in `list-schemas.ts`.

export const listedTypes = typesWithPages.filter((type): type is ListedType => type !== 'PAGE');

export function isListedType(type: EntryType): type is ListedType {
  return type !== 'PAGE' && type !== 'SETTING';
}

/** The types that have a list of their own. */
export type TypeWithList = {
  [T in ListedType]: (typeof entryTypes)[T]['listPath'] extends string ? T : never;
}[ListedType];

export const typesWithList = listedTypes.filter((type): type is TypeWithList => entryTypes[type].listPath !== null);

/** The types whose entries an enquiry can be about. */
export const typesWithEnquiry = listedTypes.filter((type) => getEntryType(type).enquiry);

/** `date`: newest first. `position`: the order set by the editors. */
export const listOrders = ['date', 'position'] as const;
export type ListOrder = (typeof listOrders)[number];

/**
 * What cards and the head of a page show of an entry: its own picture or drawing, else a drawn plate; only its own
 * picture or drawing; or nothing.
 */
export const coverKinds = ['drawn', 'picture', 'none'] as const;

/** What the setting says of one type. */
export interface ListSettings {
  singular: string;
  plural: string;
  /** The name of the list: in its heading, in menus and in breadcrumbs. */
  heading: string;
  /** The heading above the other entries at the end of an entry. */
  related: string;
  order: ListOrder;
  /** Entries on one page of the list. */
  pageSize: number;
  cover: (typeof coverKinds)[number];
  /** Whether the type has feeds of its own, and appears in the feed of the site. */
  feed: boolean;
}

/** The lede is one sentence below the heading of a list, and in search results and feeds. */
export type ListsSetting = Record<ListedType, ListSettings> & Record<TypeWithList, { lede: string }>;

/** What views need to know of every type. Loaders load the other fields (`load-lists.ts`), so that pages stay small. */
export type ListSummary = Pick<ListSettings, 'singular' | 'plural' | 'heading' | 'order' | 'cover'>;
export type ListSummaries = Record<ListedType, ListSummary>;

export function summarizeLists(lists: ListsSetting): ListSummaries {
  const rows = listedTypes.map((type) => {
    const { singular, plural, heading, order, cover } = lists[type];
    return [type, { singular, plural, heading, order, cover }] as const;
  });
  return Object.fromEntries(rows) as ListSummaries;
}

/** Returns what the company calls an entry of a type; of a page or a setting the product's own name. */
export function getTypeName(lists: Record<ListedType, Pick<ListSettings, 'singular'>>, type: EntryType): string {
  return isListedType(type) ? lists[type].singular : entryTypes[type].label;
}

/** Returns a name as it stands within a sentence: "Blogs" → "blogs"; "API guides" stays. */
export function toMidSentence(name: string): string {
  return /^\p{Lu}(?!\p{Lu})/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** Returns a name as a sentence begins with it: "consultation" → "Consultation". */
export function toSentenceStart(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
