import type { Context } from '../context.ts';
import { consultationsPlace } from './consultations.ts';
import { filesPlace } from './files.ts';
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
export const personalPlaces: readonly PersonalPlace[] = [consultationsPlace, filesPlace, mailsPlace, submissionsPlace];

/** The tables that hold nothing a visitor told us. A test fails for a table that is in neither list. */
export const impersonalTables: readonly string[] = [
  'migrations',
  'shared_values',
  // what editors write, to be read by everybody
  'categories',
  'entries',
  'entry_counts',
  'former_slugs',
  'interests',
  'media',
  'personas',
  'positions',
  'revisions',
  'search_words',
  'shown_months',
  'team_members',
  // when consultations are given
  'consultation_settings',
  'consultation_hours',
  'consultation_days_off',
  // views of entries, of which none is anybody's by name or address
  'views',
  'view_queries',
  // a secret hash of a network's address, for minutes
  'rate_limits',
  // the world's places
  'cities',
  'states',
];
