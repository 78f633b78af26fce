import { z } from 'zod';
import { entryCard, feedItem } from '../content/entry-shapes.ts';
import { selectableTypes, typesWithPages } from '../content/entry-types.ts';
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
import { publicSettingSchemas } from '../content/setting-schemas.ts';
import { consultationOperations } from '../forms/consultation-operations.ts';
import { fieldLimits } from '../forms/field-limits.ts';
import { formOperations } from '../forms/form-operations.ts';
import {
  createAddressInput,
  createCountInput,
  createListSchema,
  createPageSchema,
  createPaging,
  createWholeNumberInput,
  slugOrId,
} from '../forms/text-input.ts';
import type { Operation } from './operation.ts';

const countryCode = z
  .string()
  .regex(/^[A-Za-z]{2}$/, 'is not a two-letter code (ISO 3166-1 alpha-2)')
  .optional()
  .describe('ISO 3166-1 alpha-2');
const placePaging = createPaging(100);

/** All operations of the public API except those on entries, which are in `entry-operations.ts`. */
export const operations = {
  categories: {
    method: 'GET',
    path: '/api/categories/get-categories',
    summary: 'All categories, each with its type and number of enabled entries',
    tag: 'Categories',
    input: z.object({}),
    output: createListSchema(category),
    cache: 'public',
  },
  teamMembers: {
    method: 'GET',
    path: '/api/wse/team/list/getEnableTeamMember',
    summary: 'The enabled team members',
    tag: 'Team',
    input: z.object({}),
    output: createListSchema(teamMember),
    cache: 'public',
  },
  teamByPosition: {
    method: 'GET',
    path: '/api/wse/team/getList/{position}',
    summary: 'The enabled team members in a position',
    tag: 'Team',
    input: z.object({ position: slugOrId.describe('Slug, id or label of a position') }),
    output: createListSchema(teamMember),
    cache: 'public',
  },
  positions: {
    method: 'GET',
    path: '/api/wse/enabledPositions',
    summary: 'The positions in use',
    tag: 'Team',
    input: z.object({}),
    output: createListSchema(position),
    cache: 'public',
  },
  personas: {
    method: 'GET',
    path: '/api/persona/personas/list/enablePersona',
    summary: 'The enabled personas',
    tag: 'Personas',
    input: z.object({}),
    output: createListSchema(persona),
    cache: 'public',
  },
  interests: {
    method: 'GET',
    path: '/api/persona/interests/list/enableInterest',
    summary: 'The enabled interests',
    tag: 'Personas',
    input: z.object({}),
    output: createListSchema(interest),
    cache: 'public',
  },
  settings: {
    method: 'GET',
    path: '/api/settings',
    summary: 'The settings of the company that every page shows',
    tag: 'Settings',
    input: z.object({}),
    /** `isMeasured`: whether pages report their speed and the use of forms. */
    output: z.object({ ...publicSettingSchemas, isMeasured: z.literal(true).optional() }),
    cache: 'public',
  },
  countries: {
    method: 'GET',
    path: '/api/location/country',
    summary: 'All countries',
    tag: 'Location',
    input: z.object({}),
    output: createListSchema(country),
    cache: 'reference',
  },
  states: {
    method: 'GET',
    path: '/api/location/state',
    summary: 'A page of states and provinces, of one country or of all',
    tag: 'Location',
    input: z.object({ countryCode, ...placePaging }),
    output: createPageSchema(state),
    cache: 'reference',
  },
  cities: {
    method: 'GET',
    path: '/api/location/city',
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
    method: 'GET',
    path: '/api/search/list',
    summary: 'Full-text search of titles, summaries and bodies, best match first, tolerant of typing errors',
    tag: 'Search',
    input: z.object({
      q: createAddressInput(200).default('').describe('Text to search for; an empty text finds nothing'),
      type: z.enum(selectableTypes).optional().describe('Only this content type'),
      ...createPaging(10, maxHitsOnPage),
    }),
    output: createPageSchema(searchHit).extend({
      q: z.string(),
      /** The corrected query, where a word was unknown; null without a correction. */
      corrected: z.string().nullable(),
    }),
    cache: 'public',
    // A search without a result is counted each time.
    isCacheable: ({ total }: { total: number }) => total > 0,
    limit: 'search',
  },
  recommended: {
    method: 'GET',
    path: '/api/search/recommended',
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
    method: 'GET',
    path: '/api/feed/latest',
    summary: 'The newest entries of one type or of every type that has a feed',
    tag: 'Feeds',
    input: z.object({ type: z.enum(typesWithPages).optional(), limit: createCountInput(20) }),
    output: createListSchema(entryCard),
    cache: 'public',
  },
  feedItems: {
    method: 'GET',
    path: '/api/feed/items',
    summary: 'The newest entries with their whole texts, ids and times of change, as feeds show them',
    tag: 'Feeds',
    input: z.object({ type: z.enum(typesWithPages).optional(), limit: createCountInput(30) }),
    output: createListSchema(feedItem),
    cache: 'public',
  },
  triviaOfTheDay: {
    method: 'GET',
    path: '/api/feed/trivia-of-the-day',
    summary: 'The question of the day with its options and the right answer; null if there is none',
    tag: 'Feeds',
    input: z.object({}),
    output: z.object({ item: questionOfTheDay.nullable() }),
    cache: 'public',
  },
  sitemap: {
    method: 'GET',
    path: '/api/sitemap/list',
    summary: 'Slug and date of the last change of every enabled entry, in the order of their ids',
    tag: 'Feeds',
    input: z.object({
      after: createWholeNumberInput(z.int().min(0).default(0).describe('Continue after this id')),
      limit: createWholeNumberInput(z.int().min(1).max(5000).default(1000)),
    }),
    output: createListSchema(
      z.object({
        id: z.int(),
        type: z.enum(typesWithPages),
        slug: z.string(),
        changedAt: z.iso.datetime(),
      }),
    ),
    cache: 'public',
  },
  ...formOperations,
  ...consultationOperations,
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;
