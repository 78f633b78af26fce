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

/** The types that the setting `lists` describes: all types with pages but the pages of the company itself. */
export type ListedType = Exclude<EntryType, 'PAGE' | 'SETTING'>;

/** The families of generated covers. An editor can choose one; otherwise the words of the entry decide. */
export const plateFamilies = ['cable', 'contours', 'floor', 'packet', 'rack', 'timing', 'topology', 'traces'] as const;
export type PlateFamily = (typeof plateFamilies)[number];

/**
 * What the setting `lists` says of a type until the company says otherwise (`list-settings.ts`). The singular is the
 * label; a heading follows the plural.
 */
export interface ListDefaults {
  plural: string;
  heading?: string;
  /** One sentence below the heading, for a type that has a list. */
  lede?: string;
  order: 'date' | 'position';
  pageSize: number;
  cover: 'drawn' | 'picture' | 'none';
  feed: boolean;
}

export interface EntryTypeRow {
  /**
   * The product's own name of the type: of a selectable type the selector's word (specification, section 2). What the
   * company calls its entries is a setting (`list-settings.ts`).
   */
  label: string;
  /** Address of the list; null where the type has none. */
  listPath: string | null;
  /** The type under whose list these entries appear, where they have no list of their own. */
  listedUnder?: EntryType;
  /** Address of one entry, before the slug. Settings have Home's, see `getEntryPath`. */
  itemPath: string;
  /** Address of a category, before the category's slug. Null: the type has no categories. */
  categoryPath: string | null;
  /** Own fields that a card needs; lists have no others and never the body. */
  cardFields: readonly string[];
  /** schema.org type of the detail page. */
  schemaType: 'Article' | 'Service' | 'Product' | 'SoftwareApplication' | 'WebPage' | 'Quiz' | 'WebAPI';
  /** Its pages have a form for business enquiries. */
  enquiry?: true;
  /** The drawing of entries whose words name no subject (`choose-plate-family.ts`); by default contours. */
  plate?: PlateFamily;
  /** Usual names of the list in lower case, by which the search finds it beside the names in the setting `lists`. */
  searchNames?: readonly string[];
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

/** The order of articles is that of their dates; what is offered has the order that editors choose. */
const articles = { order: 'date', cover: 'drawn', feed: true } as const;
const offers = { order: 'position', cover: 'drawn', feed: false } as const;

/**
 * The table of differences between the types. The schemas of own fields are in `entry-fields.ts`, so that a
 * browser that needs an address does not load a validator.
 */
export const entryTypes = {
  BLOG: {
    label: 'Blog',
    listPath: '/blogs',
    itemPath: '/blog/',
    categoryPath: '/blog-category/',
    cardFields: ['plate'],
    schemaType: 'Article',
    list: {
      plural: 'Blogs',
      lede: 'What we have written, the newest first, to read in your own time.',
      pageSize: 9,
      ...articles,
    },
    plate: 'topology',
    searchNames: ['blog', 'blogs', 'articles', 'posts'],
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
    listPath: '/trivia',
    itemPath: '/trivia/',
    categoryPath: '/trivia-category/',
    cardFields: ['question', 'plate'],
    schemaType: 'Quiz',
    list: {
      plural: 'Trivia',
      lede: 'Small questions to guess at before you read the answer and its reason.',
      pageSize: 12,
      ...articles,
    },
    plate: 'packet',
    searchNames: ['trivia', 'quiz', 'questions'],
    folder: 'trivia',
    api: {
      noun: 'trivia',
      specified: ['list', 'item', 'byCategory', 'recent', 'recentExcept', 'related', 'recentData'],
    },
  },
  INFOGRAPHIC: {
    label: 'Infographic',
    listPath: '/infographics',
    itemPath: '/infographics/',
    categoryPath: '/infographics-category/',
    cardFields: [],
    schemaType: 'Article',
    list: {
      plural: 'Infographics',
      lede: 'Charts of real figures, each with its table and its source.',
      pageSize: 8,
      ...articles,
    },
    searchNames: ['infographics', 'charts'],
    folder: 'infographics',
    api: {
      noun: 'infrograpic',
      alias: 'infographic',
      specified: ['list', 'item', 'byCategory', 'recent', 'recentExcept', 'related'],
    },
  },
  SERVICE: {
    label: 'Service',
    listPath: '/what-we-do',
    itemPath: '/what-we-do/',
    categoryPath: null,
    cardFields: ['tagline', 'price', 'duration'],
    schemaType: 'Service',
    enquiry: true,
    list: {
      plural: 'Services',
      heading: 'What we do',
      lede: 'Our services, what each of them includes, and how to ask about it.',
      pageSize: 24,
      ...offers,
    },
    plate: 'floor',
    searchNames: ['services', 'what we do', 'our services', 'offer'],
    folder: 'services',
    api: { noun: 'service', specified: [] },
  },
  PLAN: {
    label: 'Plan',
    listPath: '/our-plans',
    itemPath: '/our-plans/',
    categoryPath: null,
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
    enquiry: true,
    list: {
      plural: 'Plans',
      heading: 'Our plans',
      lede: 'Our plans with their prices and their limits, side by side.',
      pageSize: 12,
      ...offers,
    },
    plate: 'rack',
    searchNames: ['plans', 'pricing', 'prices', 'our plans', 'costs', 'plans and prices', 'plans and pricing'],
    folder: 'plans',
    api: { noun: 'plan', specified: [] },
  },
  MICROSERVICE: {
    label: 'Microservice',
    listPath: '/microservices',
    itemPath: '/microservices/',
    categoryPath: null,
    cardFields: ['tagline', 'version', 'protocols', 'price'],
    schemaType: 'WebAPI',
    enquiry: true,
    list: {
      plural: 'Microservices',
      lede: 'Our microservices with their interfaces and limits.',
      pageSize: 24,
      ...offers,
    },
    plate: 'traces',
    searchNames: ['microservices', 'micro services'],
    folder: 'microservices',
    api: { noun: 'microservice', specified: [] },
  },
  APP: {
    label: 'App',
    listPath: null,
    listedUnder: 'MICROSERVICE',
    itemPath: '/apps/',
    categoryPath: null,
    cardFields: ['tagline', 'platforms', 'version', 'price', 'plate'],
    schemaType: 'SoftwareApplication',
    enquiry: true,
    list: { plural: 'Apps', pageSize: 24, ...offers },
    plate: 'traces',
    searchNames: ['apps', 'applications', 'our apps'],
    folder: 'apps',
    api: { noun: 'app', specified: [] },
  },
  PAGE: {
    label: 'Page',
    listPath: null,
    itemPath: '/',
    categoryPath: null,
    cardFields: [],
    schemaType: 'WebPage',
    folder: 'pages',
    api: { noun: 'page', specified: [] },
  },
  SETTING: {
    label: 'Setting',
    listPath: null,
    itemPath: '/',
    categoryPath: null,
    cardFields: [],
    schemaType: 'WebPage',
    folder: 'settings',
    api: { noun: 'setting', specified: [] },
  },
} as const satisfies Record<EntryType, EntryTypeRow> & Record<ListedType, { list: ListDefaults }>;

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
