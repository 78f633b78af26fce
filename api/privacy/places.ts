import { consultationsPlace } from './consultations.ts';
import { filesPlace } from './files.ts';
import { mailsPlace } from './mails.ts';
import type { PersonalPlace } from './personal-place.ts';
import { submissionsPlace } from './submissions.ts';

/** The tables that hold what people told us, in the order in which they are erased: one that points at another comes first. */
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
