/**
 * The one table in which the kinds of content differ. Everything with an address is an entry.
 * The schema of a type's own fields stands in `entry-fields.ts`, apart from this file only so that
 * a browser that needs an address does not load a validator.
 */
export const entryTypeNames = [
  'BLOG',
  'TRIVIA',
  'INFOGRAPHIC',
  'SERVICE',
  'PLAN',
  'MICROSERVICE',
  'APP',
  'PAGE',
] as const;

export type EntryType = (typeof entryTypeNames)[number];

export interface EntryTypeRow {
  /** What the site calls one and many, everywhere; of a selectable type the selector's word (specification, section 2). */
  label: string;
  plural: string;
  /** Address of the list, or null where the type has none. */
  listPath: string | null;
  /** Address of one entry; the slug follows. */
  itemPath: string;
  /** Address of a category; the category's slug follows. Null: the type has no categories. */
  categoryPath: string | null;
  /** One sentence for the head of the list and its search result. */
  description: string;
  /** Entries on one page of the list. */
  pageSize: number;
  /** `date`: newest first. `position`: as the editors put them. */
  order: 'date' | 'position';
  /** Own fields a card needs; lists carry no others and never the body. */
  cardFields: readonly string[];
  /** schema.org type of the detail page. */
  schemaType: 'Article' | 'Service' | 'Product' | 'SoftwareApplication' | 'WebPage' | 'Quiz' | 'WebAPI';
  /** Has feeds of its own, and appears in the site's. */
  feed: boolean;
  /** Its pages take a business enquiry about what they show. */
  enquiry?: true;
  /** Folder of `content/`. */
  folder: string;
  /** Where the API serves it, see `entry-paths.ts`. */
  api: {
    noun: string;
    item?: string;
    byCategory?: string;
    /** A second noun under which the same operations answer, left out of the API document. */
    alias?: string;
    /** Operations that the specification (section 7) names; all others are additions. */
    specified: readonly string[];
  };
}

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
    cardFields: [],
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
    cardFields: ['question'],
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
    description: 'Eight services, each with what you get, how the work goes and what it is measured by.',
    pageSize: 24,
    order: 'position',
    cardFields: ['tagline'],
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
    description: 'Four plans with their prices and limits side by side.',
    pageSize: 12,
    order: 'position',
    cardFields: ['tagline', 'monthly', 'yearly', 'currency', 'audience', 'highlights', 'limits', 'featured'],
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
    cardFields: ['tagline', 'version', 'protocols'],
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
    itemPath: '/apps/',
    categoryPath: null,
    description: 'The tools we made for ourselves and give away or sell.',
    pageSize: 24,
    order: 'position',
    cardFields: ['tagline', 'platforms', 'version'],
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
} as const satisfies Record<EntryType, EntryTypeRow>;

/** The row of a type, seen through the common interface. */
export function entryType(type: EntryType): EntryTypeRow {
  return entryTypes[type];
}

/** Site path of an entry: `('BLOG', 'hello')` → `/blog/hello`. Home is the page `home` and lives at `/`. */
export function entryPath(type: EntryType, slug: string): string {
  return type === 'PAGE' && slug === 'home' ? '/' : entryTypes[type].itemPath + slug;
}

/** Types whose entries belong to categories (specification, section 2: the content type selector). */
export const selectableTypes = ['BLOG', 'TRIVIA', 'INFOGRAPHIC'] as const satisfies readonly EntryType[];
export type SelectableType = (typeof selectableTypes)[number];
