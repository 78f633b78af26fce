import { z } from 'zod';
import { categoryRef } from './entry-shapes.ts';
import { selectableTypes, typesWithPages } from './entry-types.ts';

// Shapes of responses other than entries.

export const teamMember = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  role: z.string(),
  focus: z.string(),
  joined: z.int(),
  position: z.object({ slug: z.string(), label: z.string() }),
  /** Sanitised HTML. */
  html: z.string(),
});

const label = {
  id: z.int(),
  slug: z.string(),
  label: z.string(),
  formerSlugs: z.array(z.string()).optional().describe('Slugs of what was merged into it; they lead to it'),
};
export const interest = z.object({ ...label, description: z.string() });
export const persona = interest.extend({ interests: z.array(z.string()) });
export const position = z.object({ ...label, members: z.int() });
export const category = categoryRef.extend({
  type: z.enum(selectableTypes),
  description: z.string(),
  count: z.int(),
});

export const country = z.object({
  code: z.string().describe('ISO 3166-1 alpha-2'),
  name: z.string(),
  phone: z.string().describe('Calling code with the plus sign'),
});
export const state = z.object({
  countryCode: z.string(),
  code: z.string().describe('ISO 3166-2, such as GB-ENG, or GeoNames, such as PR.001, where the standard has none'),
  name: z.string(),
});
export const city = z.object({ countryCode: z.string(), stateCode: z.string(), name: z.string() });

/** A part of an excerpt; `match` is true where the query matched. */
export const excerptPart = z.object({ text: z.string(), match: z.boolean() });
export const searchHit = z.object({
  type: z.enum(typesWithPages),
  slug: z.string(),
  title: z.string(),
  excerpt: z.array(excerptPart),
  category: categoryRef.nullable(),
  publishedAt: z.iso.datetime(),
});

/** A trivia entry as a question; `answer` is the zero-based index of an option. */
export const questionOfTheDay = z.object({
  slug: z.string(),
  question: z.string(),
  options: z.array(z.string()),
  answer: z.int().min(0),
});

export type TeamMember = z.infer<typeof teamMember>;
export type Persona = z.infer<typeof persona>;
export type Interest = z.infer<typeof interest>;
export type Position = z.infer<typeof position>;
export type Category = z.infer<typeof category>;
export type QuestionOfTheDay = z.infer<typeof questionOfTheDay>;
export type SearchHit = z.infer<typeof searchHit>;
