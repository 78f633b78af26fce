/** The types whose entries have pages of their own. */
export const typesWithPages = [
  'BLOG',
  'TRIVIA',
  'INFOGRAPHIC',
  'SERVICE',
  'PLAN',
  'MICROSERVICE',
  'APP',
  'PAGE',
] as const;

export type TypeWithPages = (typeof typesWithPages)[number];

/**
 * The types of content. An entry of any type has drafts, versions, a schedule, previews, import and export. A setting
 * is no page: it is seen on all of them (`settings.ts`).
 */
export const entryTypeNames = [...typesWithPages, 'SETTING'] as const;

export type EntryType = (typeof entryTypeNames)[number];

export interface EntryTypeRow {
  /** The singular and plural name on the site; of a selectable type the selector's word (specification, section 2). */
  label: string;
  plural: string;
  /** Address of the list; null where the type has none. */
  listPath: string | null;
  /** The type under whose list these entries appear, where they have no list of their own. */
  listedUnder?: EntryType;
  /** Address of one entry, before the slug. Settings have Home's, see `getEntryPath`. */
  itemPath: string;
  /** Address of a category, before the category's slug. Null: the type has no categories. */
  categoryPath: string | null;
  /** One sentence for the head of the list and its search result. */
  description: string;
  /** Entries on one page of the list. */
  pageSize: number;
  /** `date`: newest first. `position`: the order set by the editors. */
  order: 'date' | 'position';
  /** Own fields that a card needs; lists have no others and never the body. */
  cardFields: readonly string[];
  /** schema.org type of the detail page. */
  schemaType: 'Article' | 'Service' | 'Product' | 'SoftwareApplication' | 'WebPage' | 'Quiz' | 'WebAPI';
  /** Has feeds of its own, and appears in the site's feed. */
  feed: boolean;
  /** Its pages have a form for business enquiries. */
  enquiry?: true;
  /** Folder of `content/`. */
  folder: string;
  /** API paths of the type, see `entry-paths.ts`. */
  api: {
    noun: string;
    item?: string;
    byCategory?: string;
    /** A second noun for the same operations, left out of the API document. */
    alias?: string;
    /** Operations that the specification (section 7) names; all others are additions. */
    specified: readonly string[];
  };
}

/**
 * The only table of differences between the types. The schemas of own fields are in `entry-fields.ts`, so that a
 * browser that needs an address does not load a validator.
 */
export const entryTypes = {
  BLOG: {
    label: 'Blog',
    plural: 'Blogs',
    listPath: '/blogs',
    itemPath: '/blog/',
    categoryPath: '/blog-category/',
    description: 'What we learned building and running infrastructure, written down by the people who did it.',
    pageSize: 9,
    order: 'date',
    cardFields: ['plate'],
    schemaType: 'Article',
    feed: true,
    folder: 'blog',
    api: {
      noun: 'blog',
      item: '/api/blog/blogdetails/{slug}',
      byCategory: '/api/blog/categories/get/{categoryId}',
      specified: ['list', 'item', 'byCategory', 'recent', 'recentExcept', 'metaKeys'],
    },
  },
  TRIVIA: {
    label: 'Trivia',
    plural: 'Trivia',
    listPath: '/trivia',
    itemPath: '/trivia/',
    categoryPath: '/trivia-category/',
    description: 'Small questions about the machines and networks everybody uses. Guess first, then read why.',
    pageSize: 12,
    order: 'date',
    cardFields: ['question', 'plate'],
    schemaType: 'Quiz',
    feed: true,
    folder: 'trivia',
    api: {
      noun: 'trivia',
      specified: ['list', 'item', 'byCategory', 'recent', 'recentExcept', 'related', 'recentData'],
    },
  },
  INFOGRAPHIC: {
    label: 'Infographic',
    plural: 'Infographics',
    listPath: '/infographics',
    itemPath: '/infographics/',
    categoryPath: '/infographics-category/',
    description: 'Charts drawn from real figures, each with its table and its source.',
    pageSize: 8,
    order: 'date',
    cardFields: [],
    schemaType: 'Article',
    feed: true,
    folder: 'infographics',
    api: {
      noun: 'infrograpic',
      alias: 'infographic',
      specified: ['list', 'item', 'byCategory', 'recent', 'recentExcept', 'related'],
    },
  },
  SERVICE: {
    label: 'Service',
    plural: 'What we do',
    listPath: '/what-we-do',
    itemPath: '/what-we-do/',
    categoryPath: null,
    description: 'What you get from each service, how the work goes and what it is measured by.',
    pageSize: 24,
    order: 'position',
    cardFields: ['tagline', 'price', 'duration'],
    schemaType: 'Service',
    feed: false,
    enquiry: true,
    folder: 'services',
    api: { noun: 'service', specified: [] },
  },
  PLAN: {
    label: 'Plan',
    plural: 'Our plans',
    listPath: '/our-plans',
    itemPath: '/our-plans/',
    categoryPath: null,
    description: 'Every plan with its prices and limits side by side.',
    pageSize: 12,
    order: 'position',
    cardFields: [
      'tagline',
      'monthly',
      'yearly',
      'currency',
      'audience',
      'highlights',
      'limits',
      'featured',
      'faqs',
      'plate',
    ],
    schemaType: 'Product',
    feed: false,
    enquiry: true,
    folder: 'plans',
    api: { noun: 'plan', specified: [] },
  },
  MICROSERVICE: {
    label: 'Microservice',
    plural: 'Microservices',
    listPath: '/microservices',
    itemPath: '/microservices/',
    categoryPath: null,
    description: 'Small, finished building blocks with an interface, a limit for everything and a version number.',
    pageSize: 24,
    order: 'position',
    cardFields: ['tagline', 'version', 'protocols', 'price'],
    schemaType: 'WebAPI',
    feed: false,
    enquiry: true,
    folder: 'microservices',
    api: { noun: 'microservice', specified: [] },
  },
  APP: {
    label: 'App',
    plural: 'Apps',
    listPath: null,
    listedUnder: 'MICROSERVICE',
    itemPath: '/apps/',
    categoryPath: null,
    description: 'The tools we made for ourselves and give away or sell.',
    pageSize: 24,
    order: 'position',
    cardFields: ['tagline', 'platforms', 'version', 'price', 'plate'],
    schemaType: 'SoftwareApplication',
    feed: false,
    enquiry: true,
    folder: 'apps',
    api: { noun: 'app', specified: [] },
  },
  PAGE: {
    label: 'Page',
    plural: 'Pages',
    listPath: null,
    itemPath: '/',
    categoryPath: null,
    description: 'The pages about the company itself.',
    pageSize: 24,
    order: 'position',
    cardFields: [],
    schemaType: 'WebPage',
    feed: false,
    folder: 'pages',
    api: { noun: 'page', specified: [] },
  },
  SETTING: {
    label: 'Setting',
    plural: 'Settings',
    listPath: null,
    itemPath: '/',
    categoryPath: null,
    description: 'What every page shows: the name of the company, and how it is reached.',
    pageSize: 24,
    order: 'position',
    cardFields: [],
    schemaType: 'WebPage',
    feed: false,
    folder: 'settings',
    api: { noun: 'setting', specified: [] },
  },
} as const satisfies Record<EntryType, EntryTypeRow>;

/** Returns the row of a type by its common interface. */
export function getEntryType(type: EntryType): EntryTypeRow {
  return entryTypes[type];
}

/**
 * Returns the site path of an entry: `('BLOG', 'hello')` → `/blog/hello`. The page `home` is at `/`. A
 * setting is seen on every page, so Home stands for it.
 */
export function getEntryPath(type: EntryType, slug: string): string {
  return type === 'SETTING' || (type === 'PAGE' && slug === 'home') ? '/' : entryTypes[type].itemPath + slug;
}

/** Types whose entries belong to categories (specification, section 2: the content type selector). */
export const selectableTypes = ['BLOG', 'TRIVIA', 'INFOGRAPHIC'] as const satisfies readonly EntryType[];
export type SelectableType = (typeof selectableTypes)[number];
