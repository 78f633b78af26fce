import type { Context } from '../context.ts';
import { mailsPlace } from './mails.ts';
import { submissionsPlace } from './submissions.ts';

/** A table that holds what people told us, and how to find and erase what it holds about an e-mail address. */
export interface PersonalPlace {
  /** Name of the table. */
  table: string;
  /** Everything stored about the address, whatever its case. */
  find(ctx: Context, email: string): Promise<object[]>;
  /** Removes the same; answers how many rows. */
  erase(ctx: Context, email: string): Promise<number>;
}

/** All of them, in the order in which they are erased: what points at another comes before it. */
export const personalPlaces: readonly PersonalPlace[] = [mailsPlace, submissionsPlace];

/** The tables that hold nothing a visitor told us. A test fails for a table that is in neither list. */
export const impersonalTables: readonly string[] = [
  'migrations',
  'shared_values',
  // what editors write, to be read by everybody
  'categories',
  'entries',
  'former_slugs',
  'interests',
  'media',
  'personas',
  'positions',
  'revisions',
  'search_words',
  'team_members',
  // the world's places
  'cities',
  'states',
];
