import { z } from 'zod';
import { type EntryType, getEntryType, selectableTypes } from '../../../contract/content/entry-types.ts';
import { pictureName } from '../../../contract/content/reference-schemas.ts';
import { isSettingSlug, settingRows } from '../../../contract/content/settings.ts';
import { slug } from '../../../contract/studio/draft-content.ts';
import { newRedirect } from '../../../contract/studio/redirect-operations.ts';

// The schemas of the files under content/, as content/README.md describes them.

const line = z.string().trim().min(1).max(300);
const enabled = z.boolean().default(true);
/** Slugs that lead to the item: of items that were merged into it, and former ones of its own. */
const formerSlugs = z.array(slug).default([]);
const dateTime = z.iso.datetime({ offset: true });

/**
 * Returns the schema of a file with a list of rows. The value of `keyField` must be unique in the file, or, with
 * `getScope`, among the rows of the same scope.
 */
function createListFileSchema<R extends z.ZodObject, F extends keyof z.output<R> & string>(
  row: R,
  keyField: F,
  getScope: (row: z.output<R>) => string = () => '',
) {
  return z.array(row).superRefine((rows, ctx) => {
    const seen = new Set<string>();
    for (const [index, each] of rows.entries()) {
      const key = `${getScope(each)}/${each[keyField]}`;
      const message = `${each[keyField]} is in this file already, further up`;
      if (seen.has(key)) ctx.addIssue({ code: 'custom', path: [index, keyField], message });
      seen.add(key);
    }
  });
}

export const categoryFile = createListFileSchema(
  z.strictObject({ type: z.enum(selectableTypes), slug, name: line, description: line, enabled, formerSlugs }),
  'slug',
  ({ type }) => type,
);
export const positionFile = createListFileSchema(z.strictObject({ slug, label: line, enabled, formerSlugs }), 'slug');
export const interestFile = createListFileSchema(
  z.strictObject({ slug, label: line, description: line, enabled, formerSlugs }),
  'slug',
);
export const personaFile = createListFileSchema(
  z.strictObject({ slug, label: line, description: line, interests: z.array(slug), enabled, formerSlugs }),
  'slug',
);
export const redirectFile = z.array(z.strictObject(newRedirect.shape));

const share = z.number().min(0).max(1);
export const mediaFile = createListFileSchema(
  z.strictObject({
    name: line,
    /** Missing: nobody has described the picture yet; empty: it is decorative. */
    alt: z.string().trim().max(500).nullable().default(null),
    focusX: share.default(0.5),
    focusY: share.default(0.5),
  }),
  'name',
);

export const memberFrontMatter = z.strictObject({
  name: line,
  position: slug,
  role: line,
  joined: z.int().min(1900).max(2200),
  focus: line,
  order: z.int().default(0),
  /** From this day on the person is not in the team. */
  left: z.iso.date().optional(),
  portrait: pictureName.optional(),
  enabled,
  formerSlugs,
});

const common = {
  title: z.string().trim().min(1).max(120),
  summary: z.string().trim().min(1).max(240),
  updated: dateTime.optional(),
  author: slug.optional(),
  keywords: z.array(line).max(12).default([]),
  interests: z.array(slug).max(10).default([]),
};

const placement = {
  published: dateTime.optional(),
  /** Never shown to visitors; replaces `published`. */
  draft: z.literal(true).optional(),
  withdrawn: dateTime.optional(),
  formerSlugs: z.array(slug).default([]),
  /** A URI (RFC 3986), or a path of the site. */
  feedId: z
    .string()
    .regex(/^(?:\/|[a-z][a-z\d+.-]*:)[\x21-\x7e]{1,300}$/i, 'must be a URI, or a path of the site')
    .optional(),
  order: z.int().default(0),
};

/** Names of front matter that all types share; all other names are own fields. */
export const commonFrontMatterNames = new Set([...Object.keys(common), ...Object.keys(placement), 'category', 'at']);

/**
 * Returns the schema of an entry's front matter: the fields that all types share. The type's own schema validates the
 * rest. An exported article may have no author, because the author was removed.
 */
export function createFrontMatterSchema(type: EntryType, isExported: boolean) {
  return z
    .looseObject({
      ...common,
      ...placement,
      category: getEntryType(type).categoryPath ? slug : z.undefined().optional(),
    })
    .refine((entry) => (entry.published === undefined) !== (entry.draft === undefined), {
      path: ['published'],
      message: 'is required: a date and time, or `draft: true`',
    })
    .refine((entry) => isExported || type !== 'BLOG' || entry.author !== undefined, {
      path: ['author'],
      message: 'is required',
    });
}

/** Returns how the names of a type's files end: a setting has no body, so its file is all front matter. */
export function getFileEnding(type: EntryType): '.md' | '.yaml' {
  return type === 'SETTING' ? '.yaml' : '.md';
}

/** The publication of a setting whose file names none: it holds for all time. */
const always = '1970-01-01T00:00:00.000Z';

/** Returns what the file of a setting leaves out, because the table of settings says it; nothing for other types. */
export function getImpliedFields(type: EntryType, slug: string): Record<string, unknown> {
  if (type !== 'SETTING' || !isSettingSlug(slug)) return {};
  const { title, summary } = settingRows[slug];
  return { title, summary, published: always, setting: slug };
}

/** Returns a schema of front matter that first adds what the file of a setting leaves out. */
export function addImpliedFields<S extends z.ZodType>(type: EntryType, slug: string, schema: S) {
  const { published, ...implied } = getImpliedFields(type, slug);
  return z.preprocess((head) => {
    if (type !== 'SETTING' || !head || typeof head !== 'object') return head;
    const times = 'draft' in head || 'at' in head ? {} : { published };
    return { ...implied, ...times, ...head };
  }, schema);
}

/** Front matter of `<slug>@next.md`: the revision that replaces the text at the time `at`. */
export const nextFrontMatter = z.looseObject({ ...common, at: dateTime });

export type EntryFrontMatter = z.output<ReturnType<typeof createFrontMatterSchema>>;
export type TextFrontMatter = z.output<typeof nextFrontMatter>;
