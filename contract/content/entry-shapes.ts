import { z } from 'zod';
import { type EntryFields, entryFields } from './entry-fields.ts';
import { type TypeWithPages, typesWithPages } from './entry-types.ts';
import { answeredSections } from './section-schemas.ts';

const dateTime = z.iso.datetime();

export const categoryRef = z.object({ id: z.int(), slug: z.string(), name: z.string() });

export const authorRef = z.object({ slug: z.string(), name: z.string(), role: z.string() });

const cardShape = {
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  category: categoryRef.nullable(),
  interests: z.array(z.string()),
  /** When the entry was published, and when its text last changed in substance (null: never). */
  publishedAt: dateTime,
  updatedAt: dateTime.nullable(),
  readingMinutes: z.int(),
  /**
   * The address of the picture or drawing that is the entry's cover; null if its cover is
   * `/drawings/plate/{type}/{slug}.svg`.
   */
  cover: z.string().nullable(),
};

/** An entry in a list: without the body, with only those own fields that the type names for cards. */
export const entryCard = z.object({
  type: z.enum(typesWithPages),
  ...cardShape,
  fields: z.record(z.string(), z.unknown()),
});

/** An entry in a feed, with its whole text. */
export const feedItem = entryCard.extend({
  /** Never changes after the first publication: a URI, or a path of the site whose address was not known then. */
  feedId: z.string(),
  /** When visitors first saw the present words, or the later date that an editor gave them. */
  changedAt: dateTime,
  /** Sanitised HTML rendered from the Markdown body; null where the texts before it fill the feed. */
  html: z.string().nullable(),
});

/** An item of the table of contents: `depth` is the heading level 2 or 3, `id` its anchor. */
export const tocItem = z.object({ id: z.string(), text: z.string(), depth: z.int() });

/** HTML of a text or of a picture in the own fields, by its name: see `getRenderedKey` of `field-texts.ts`. */
const renderedField = z.object({ html: z.string(), toc: z.array(tocItem) });

/** The own fields of types that are answered otherwise than they are stored. */
const answeredFields: Partial<Record<TypeWithPages, z.ZodType>> = {
  PAGE: entryFields.PAGE.extend({ sections: answeredSections.optional() }),
};

function createDetailSchema<T extends TypeWithPages>(type: T) {
  return z.object({
    type: z.literal(type),
    ...cardShape,
    fields: answeredFields[type] ?? entryFields[type],
    /** Sanitised HTML rendered from the Markdown body. */
    html: z.string(),
    toc: z.array(tocItem),
    rendered: z.record(z.string(), renderedField),
    keywords: z.array(z.string()),
    author: authorRef.nullable(),
    /** True where a preview token selected a revision that visitors do not see. */
    preview: z.boolean(),
  });
}

/** A whole entry, by type. */
export const entryDetails = Object.fromEntries(typesWithPages.map((type) => [type, createDetailSchema(type)])) as {
  [T in TypeWithPages]: ReturnType<typeof createDetailSchema<T>>;
};

type CommonCard = Omit<z.infer<typeof entryCard>, 'type' | 'fields'>;

export type EntryCard<T extends TypeWithPages = TypeWithPages> = T extends TypeWithPages
  ? CommonCard & { type: T; fields: Partial<EntryFields[T]> }
  : never;

export type EntryDetail<T extends TypeWithPages = TypeWithPages> = T extends TypeWithPages
  ? Omit<EntryCard<T>, 'fields'> & {
      type: T;
      fields: EntryFields[T];
      html: string;
      toc: TocItem[];
      rendered: Record<string, RenderedField>;
      keywords: string[];
      author: AuthorRef | null;
      preview: boolean;
    }
  : never;

export type RenderedField = z.infer<typeof renderedField>;
export type FeedItem = z.infer<typeof feedItem>;
export type AuthorRef = z.infer<typeof authorRef>;
export type TocItem = z.infer<typeof tocItem>;
