import './zod-messages.ts';

import { z } from 'zod';
import { currencyCode } from './currency.ts';
import { type EntryType, plateFamilies } from './entry-types.ts';
import { faqs, line, schematic, sheet, source, text } from './field-schemas.ts';
import { createSlugOf } from './reference-schemas.ts';
import { sections } from './section-schemas.ts';
import { settingSchemas } from './setting-schemas.ts';

const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2026-05-12');

const plate = z.enum(plateFamilies).optional();

const policyDates = { version: line.optional(), effective: date.optional() };

/** The schema of each type's own fields, stored and in answers. A type without a row does not compile. */
export const entryFields = {
  BLOG: z.strictObject({ plate }),
  TRIVIA: z
    .strictObject({
      question: text,
      options: z.array(line).min(2).max(5),
      answer: z.int().min(0),
      source: source.optional(),
      plate,
    })
    .refine((trivia) => trivia.answer < trivia.options.length, 'answer must be the zero-based index of an option'),
  INFOGRAPHIC: z.strictObject({ sheets: z.array(sheet).min(1).max(8) }),
  SERVICE: z.strictObject({
    tagline: line,
    /** What the service costs and how long it takes, as the head of its page says it. */
    price: line.optional(),
    duration: line.optional(),
    deliverables: z.array(line).min(1).max(10),
    steps: z.array(z.strictObject({ title: line, text })).max(8),
    figures: z.array(z.strictObject({ value: line, label: line })).max(6),
    microservices: z.array(createSlugOf('MICROSERVICE')).max(12),
    plans: z.array(createSlugOf('PLAN')).max(8),
    faqs,
    schematic,
  }),
  PLAN: z.strictObject({
    tagline: line,
    monthly: z.int().min(0),
    yearly: z.int().min(0),
    /** Without it, the company's. */
    currency: currencyCode.optional(),
    audience: line,
    highlights: z.array(line).min(1).max(8),
    limits: z.array(z.strictObject({ group: line, name: line, value: z.union([line, z.boolean()]) })).max(60),
    featured: z.boolean().default(false),
    faqs,
    plate,
  }),
  MICROSERVICE: z.strictObject({
    tagline: line,
    /** What the microservice costs and how long its set-up takes, as the head of its page says it. */
    price: line.optional(),
    duration: line.optional(),
    protocols: z.array(line).min(1).max(6),
    endpoints: z.array(z.strictObject({ method: line, path: line, purpose: line })).max(12),
    limits: z.array(z.strictObject({ name: line, value: line })).max(12),
    dependsOn: z.array(createSlugOf('MICROSERVICE')).max(8),
    version: line,
    schematic,
  }),
  APP: z.strictObject({
    tagline: line,
    platforms: z.array(line).min(1).max(8),
    version: line,
    released: date,
    licence: line,
    price: line,
    /** Of the first amount in `price`; without it, the company's. */
    currency: currencyCode.optional(),
    applicationCategory: line,
    features: z
      .array(z.strictObject({ title: line, text }))
      .min(1)
      .max(12),
    faqs,
    plate,
  }),
  PAGE: z.strictObject({
    ...policyDates,
    plate,
    heading: line.optional(),
    lede: text.optional(),
    sections: sections.optional(),
  }),
  /** `setting` is the slug of the setting, which decides its other fields. Files leave it out. */
  SETTING: z.discriminatedUnion('setting', [
    settingSchemas.company.extend({ setting: z.literal('company') }),
    settingSchemas.look.extend({ setting: z.literal('look') }),
    settingSchemas.menus.extend({ setting: z.literal('menus') }),
    settingSchemas.lists.extend({ setting: z.literal('lists') }),
    settingSchemas.forms.extend({ setting: z.literal('forms') }),
  ]),
} as const satisfies Record<EntryType, z.ZodType>;

export type EntryFields = { [T in EntryType]: z.infer<(typeof entryFields)[T]> };
export type Schematic = z.infer<typeof schematic>;
export type DataSheet = z.infer<typeof sheet>;
export type Faq = z.infer<typeof faqs>[number];
