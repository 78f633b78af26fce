import { z } from 'zod';
import { entryCard, feedItem } from '../content/entry-shapes.ts';
import { entryTypeNames, selectableTypes } from '../content/entry-types.ts';
import {
  category,
  city,
  country,
  interest,
  persona,
  position,
  questionOfTheDay,
  searchHit,
  state,
  teamMember,
} from '../content/record-shapes.ts';
import { maxHitsOnPage } from '../content/search-limits.ts';
import { viewQuery } from '../content/view-query.ts';
import { consultationOperations } from '../forms/consultation-operations.ts';
import { contactForm } from '../forms/contact-form.ts';
import { isEmail } from '../forms/email.ts';
import { enquiryForm } from '../forms/enquiry-form.ts';
import { fieldLimits } from '../forms/field-limits.ts';
import { contactSubmitted, proof, submitted, uploaded } from '../forms/submission-shapes.ts';
import {
  createAddressInput,
  createCountInput,
  createListSchema,
  createPageSchema,
  createPageSizeInput,
  createWholeNumberInput,
  paging,
  slugOrId,
} from '../forms/text-input.ts';
import type { CachePolicy } from './cache-policies.ts';
import type { OperationName } from './paths.ts';
import type { RateLimit } from './rate-limits.ts';

const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'is not a two-letter code (ISO 3166-1 alpha-2)')
  .optional()
  .describe('ISO 3166-1 alpha-2');
const placePaging = { page: paging.page, size: createPageSizeInput(100) };

interface Operation {
  summary: string;
  tag: string;
  /** Path and query parameters. */
  input: z.ZodObject;
  /** The JSON body of a POST. */
  body?: z.core.$ZodType;
  /** The POST carries files, as `multipart/form-data`. */
  upload?: true;
  output: z.ZodType;
  cache: CachePolicy;
  /** The rate limit of a network; without one, calls are unlimited. */
  limit?: RateLimit;
  /** Status of a success, 200 by default. */
  status?: 202;
}

/** All operations of the public API except those on entries, which are in `entry-operations.ts`. */
export const operations = {
  categories: {
    summary: 'All categories, each with its type and number of enabled entries',
    tag: 'Categories',
    input: z.object({}),
    output: createListSchema(category),
    cache: 'public',
  },
  teamMembers: {
    summary: 'The enabled team members',
    tag: 'Team',
    input: z.object({}),
    output: createListSchema(teamMember),
    cache: 'public',
  },
  teamByPosition: {
    summary: 'The enabled team members in a position',
    tag: 'Team',
    input: z.object({ position: slugOrId.describe('Slug, id or label of a position') }),
    output: createListSchema(teamMember),
    cache: 'public',
  },
  positions: {
    summary: 'The positions in use',
    tag: 'Team',
    input: z.object({}),
    output: createListSchema(position),
    cache: 'public',
  },
  personas: {
    summary: 'The enabled personas',
    tag: 'Personas',
    input: z.object({}),
    output: createListSchema(persona),
    cache: 'public',
  },
  interests: {
    summary: 'The enabled interests',
    tag: 'Personas',
    input: z.object({}),
    output: createListSchema(interest),
    cache: 'public',
  },
  countries: {
    summary: 'All countries',
    tag: 'Location',
    input: z.object({}),
    output: createListSchema(country),
    cache: 'reference',
  },
  states: {
    summary: 'A page of states and provinces, of one country or of all',
    tag: 'Location',
    input: z.object({ countryCode, ...placePaging }),
    output: createPageSchema(state),
    cache: 'reference',
  },
  cities: {
    summary: 'A page of cities, by country, state and the beginning of their name',
    tag: 'Location',
    input: z.object({
      countryCode,
      stateCode: createAddressInput(20)
        .optional()
        .describe('A code from the state operation, with or without its country code'),
      name: createAddressInput(fieldLimits.place)
        .optional()
        .describe('Beginning of the name; case and accents do not matter'),
      ...placePaging,
    }),
    output: createPageSchema(city),
    cache: 'reference',
  },
  search: {
    summary: 'Full-text search of titles, summaries and bodies, best match first, tolerant of typing errors',
    tag: 'Search',
    input: z.object({
      q: createAddressInput(200).default('').describe('Text to search for; an empty text finds nothing'),
      type: z.enum(selectableTypes).optional().describe('Only this content type'),
      page: paging.page,
      size: createPageSizeInput(10, maxHitsOnPage),
    }),
    output: createPageSchema(searchHit).extend({
      q: z.string(),
      /** The corrected query, where a word was unknown; null without a correction. */
      corrected: z.string().nullable(),
    }),
    cache: 'public',
    limit: 'search',
  },
  recommended: {
    summary: 'The newest entries of the feeds, those with the given interests first',
    tag: 'Search',
    input: z.object({
      interests: createAddressInput(400).default('').describe('Slugs of interests, separated by commas'),
      limit: createCountInput(6),
    }),
    output: createListSchema(entryCard),
    cache: 'public',
  },
  latest: {
    summary: 'The newest entries of one type or of every type that has a feed',
    tag: 'Feeds',
    input: z.object({ type: z.enum(entryTypeNames).optional(), limit: createCountInput(20) }),
    output: createListSchema(entryCard),
    cache: 'public',
  },
  feedItems: {
    summary: 'The newest entries with their whole texts, ids and times of change, as feeds show them',
    tag: 'Feeds',
    input: z.object({ type: z.enum(entryTypeNames).optional(), limit: createCountInput(30) }),
    output: createListSchema(feedItem),
    cache: 'public',
  },
  triviaOfTheDay: {
    summary: 'The question of the day with its options and the right answer; null if there is none',
    tag: 'Feeds',
    input: z.object({}),
    output: z.object({ item: questionOfTheDay.nullable() }),
    cache: 'public',
  },
  sitemap: {
    summary: 'Slug and date of the last change of every enabled entry, in the order of their ids',
    tag: 'Feeds',
    input: z.object({
      after: createWholeNumberInput(z.int().min(0).default(0).describe('Continue after this id')),
      limit: createWholeNumberInput(z.int().min(1).max(5000).default(1000)),
    }),
    output: createListSchema(
      z.object({
        id: z.int(),
        type: z.enum(entryTypeNames),
        slug: z.string(),
        changedAt: z.iso.datetime(),
      }),
    ),
    cache: 'public',
  },
  formToken: {
    summary: 'Sets the XSRF-TOKEN cookie, which scripts send back as the X-XSRF-TOKEN header with every submission',
    tag: 'Forms',
    input: z.object({}),
    output: z.object({ error: z.null() }),
    cache: 'never',
  },
  receipt: {
    summary: 'Whether a submission with this reference exists',
    tag: 'Forms',
    input: z.object({ reference: createAddressInput(20).min(1) }),
    output: z.object({
      reference: z.string(),
      sendsMail: z.boolean().describe('Whether a mail server is configured'),
      hasConsultation: z.boolean().describe('Whether a consultation was booked with it'),
    }),
    cache: 'never',
    limit: 'lookup',
  },
  prove: {
    summary: 'Accepts the solution to the challenge that came with a submission',
    tag: 'Forms',
    input: z.object({}),
    body: proof,
    output: z.object({ error: z.null() }),
    cache: 'never',
    limit: 'lookup',
  },
  uploadFiles: {
    summary:
      'Stores up to 5 files of 10 MiB each: PDF, PNG, JPEG or DOCX. A file that no form includes is deleted after a day',
    tag: 'Forms',
    input: z.object({}),
    upload: true,
    output: uploaded,
    cache: 'never',
    limit: 'upload',
  },
  submitContact: {
    summary: 'Stores a contact message and returns what was submitted; repeating the key returns the same reference',
    tag: 'Forms',
    input: z.object({}),
    body: contactForm,
    output: contactSubmitted,
    cache: 'never',
    limit: 'form',
  },
  submitEnquiry: {
    summary: 'Stores a business enquiry; repeating the key returns the same reference',
    tag: 'Business',
    input: z.object({}),
    body: enquiryForm,
    output: submitted,
    cache: 'never',
    limit: 'form',
  },
  checkEmailPhone: {
    summary: 'Checks whether an e-mail address and a number are valid, never whether they are known',
    tag: 'Business',
    input: z.object({
      email: createAddressInput(fieldLimits.email).refine(isEmail, 'is not an e-mail address'),
      contactNumber: createAddressInput(fieldLimits.contactNumber).default(''),
      countryCode: z
        .string()
        .regex(/^(?:\+?\d{1,3}|[A-Za-z]{2})?$/, 'is not a country code such as +44, 44 or GB')
        .default(''),
    }),
    output: z.object({ error: z.null() }),
    cache: 'never',
    limit: 'lookup',
  },
  recordView: {
    summary: 'Counts a view of an entry; the response is the same whether or not it was counted',
    tag: 'Views',
    input: z.object({}),
    body: viewQuery,
    output: z.object({ error: z.null() }),
    status: 202,
    cache: 'never',
    limit: 'record',
  },
  ...consultationOperations,
} as const satisfies Record<OperationName, Operation>;
