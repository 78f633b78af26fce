import {
  type ListedType,
  type ListSettings,
  type ListsSetting,
  listedTypes,
  type TypeWithList,
  toMidSentence,
} from './list-settings.ts';

const articles = { order: 'date', cover: 'drawn', feed: true } as const;
const offers = { order: 'position', cover: 'drawn', feed: false } as const;

/** What holds for a field that the setting leaves out, see `completeLists`. */
const defaults: Record<ListedType, Omit<ListSettings, 'heading' | 'related'> & { heading?: string }> &
  Record<TypeWithList, { lede: string }> = {
  BLOG: {
    singular: 'Blog',
    plural: 'Blogs',
    lede: 'What we have written, the newest first, to read in your own time.',
    pageSize: 9,
    ...articles,
  },
  TRIVIA: {
    singular: 'Trivia',
    plural: 'Trivia',
    lede: 'Small questions to guess at before you read the answer and its reason.',
    pageSize: 12,
    ...articles,
  },
  INFOGRAPHIC: {
    singular: 'Infographic',
    plural: 'Infographics',
    lede: 'Charts of real figures, each with its table and its source.',
    pageSize: 8,
    ...articles,
  },
  SERVICE: {
    singular: 'Service',
    plural: 'Services',
    heading: 'What we do',
    lede: 'Our services, what each of them includes, and how to ask about it.',
    pageSize: 24,
    ...offers,
  },
  PLAN: {
    singular: 'Plan',
    plural: 'Plans',
    heading: 'Our plans',
    lede: 'Our plans with their prices and their limits, side by side.',
    pageSize: 12,
    ...offers,
  },
  MICROSERVICE: {
    singular: 'Microservice',
    plural: 'Microservices',
    lede: 'Our microservices with their interfaces and limits.',
    pageSize: 24,
    ...offers,
  },
  APP: { singular: 'App', plural: 'Apps', pageSize: 24, ...offers },
};

type StoredLists = {
  [T in ListedType]?: { [F in keyof ListsSetting[T]]?: ListsSetting[T][F] | undefined } | undefined;
};

/** Returns the setting with a value for every field. A heading follows the plural. */
export function completeLists(stored: StoredLists): ListsSetting {
  const rows = listedTypes.map((type) => {
    const list: Partial<ListSettings> & (typeof defaults)[ListedType] = { ...defaults[type], ...stored[type] };
    const { plural, heading = plural, related = `More ${toMidSentence(plural)}` } = list;
    return [type, { ...list, heading, related }] as const;
  });
  return Object.fromEntries(rows) as ListsSetting;
}

export const listDefaults: ListsSetting = completeLists({});
