import { z } from 'zod';
import { entryFields } from '../content/entry-fields.ts';
import { type EntryType, getEntryType } from '../content/entry-types.ts';
import { anySlug } from '../content/reference-schemas.ts';
import type { FieldError } from '../http/errors.ts';
import { contentLimits } from './content-limits.ts';

const { title, summary, keywords, keyword, interests, body } = contentLimits;
const line = z.string().trim().min(1).max(keyword);

export const slug = anySlug.max(120);

/** The parts of a text that every type of entry has, as they must be to be published. */
const commonText = {
  title: z.string().trim().min(1, 'is required').max(title),
  summary: z.string().trim().min(1, 'is required').max(summary),
  keywords: z.array(line).max(keywords),
  interests: z.array(slug).max(interests),
};

const createDraftTextSchema = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[^\0]*$/, 'contains a NUL character');

/** Bytes of JSON that the own fields of a draft may have. */
const fieldsLimit = 200_000;

/**
 * What an editor writes about an entry. A draft may be incomplete: texts may be empty and own fields wrong, because
 * every save must be accepted. `findContentProblems` says what publishing needs.
 */
export const draftContent = z.strictObject({
  title: createDraftTextSchema(1_000),
  summary: createDraftTextSchema(2_000),
  body: createDraftTextSchema(body),
  /** Slugs of a team member and of a category of the type. */
  author: slug.nullable(),
  category: slug.nullable(),
  keywords: z.array(createDraftTextSchema(1_000)).max(50),
  interests: z.array(createDraftTextSchema(120)).max(50),
  /** The place in lists that editors order. */
  position: z.int().min(-1_000_000).max(1_000_000),
  /** When the text last changed in substance; null: never since it was published. */
  revisedAt: z.iso.datetime({ offset: true }).nullable(),
  /** The type's own fields, `entry-fields.ts`. */
  fields: z
    .record(z.string(), z.unknown())
    .refine((fields) => JSON.stringify(fields).length <= fieldsLimit, 'is too long'),
});

export type DraftContent = z.output<typeof draftContent>;

/** Returns the content of a new, empty entry. */
export function createEmptyContent(title: string, category: string | null = null): DraftContent {
  return {
    title,
    summary: '',
    body: '',
    author: null,
    category,
    keywords: [],
    interests: [],
    position: 0,
    revisedAt: null,
    fields: {},
  };
}

function toProblems(prefix: string, { issues }: z.ZodError): FieldError[] {
  return issues.map(({ path, message }) => ({
    path: [prefix, ...path].filter((part) => part !== '').join('.'),
    message,
  }));
}

/** Returns the problems of a content by the schema of its type. The API also checks its references. */
export function findContentProblems(type: EntryType, content: DraftContent): FieldError[] {
  const common = z.object(commonText).safeParse(content);
  const own = entryFields[type].safeParse(content.fields);
  const problems = [
    ...(common.success ? [] : toProblems('', common.error)),
    ...(own.success ? [] : toProblems('fields', own.error)),
  ];
  if (type === 'BLOG' && content.author === null) problems.push({ path: 'author', message: 'is required' });
  if (getEntryType(type).categoryPath && content.category === null)
    problems.push({ path: 'category', message: 'is required' });
  return problems;
}

/**
 * Returns a content as it is published: texts without space around them, and own fields with their defaults. Own fields
 * that do not fit their schema stay as they are.
 */
export function trimContent(type: EntryType, content: DraftContent): DraftContent {
  const own = entryFields[type].safeParse(content.fields);
  return {
    ...content,
    title: content.title.trim(),
    summary: content.summary.trim(),
    keywords: content.keywords.map((each) => each.trim()),
    fields: own.success ? (own.data as Record<string, unknown>) : content.fields,
  };
}
