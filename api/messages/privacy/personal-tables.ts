import type { Context } from '../../context.ts';
import { readSnapshot } from '../../db/index.ts';
import { personalFiles } from './files.ts';
import { personalMails } from './mails.ts';
import type { PersonalTable } from './personal-table.ts';
import { personalReplies } from './replies.ts';
import { personalConsultations, personalMessageActs, personalSubmissions } from './submissions.ts';

/** The tables with personal data, in the order of erasing: a table that references another comes first. */
export const personalTables: readonly PersonalTable[] = [
  personalConsultations,
  personalFiles,
  personalMails,
  personalReplies,
  personalMessageActs,
  personalSubmissions,
];

/** The tables without personal data. A test fails for a table that is in no list. */
export const nonPersonalTables: readonly string[] = [
  'migrations',
  'shared_values',
  'database_ids',
  // written by editors for the public
  'categories',
  'entries',
  'entry_counts',
  'entry_states',
  'feed_ids',
  'former_media',
  'former_slugs',
  'imported_entries',
  'interests',
  'media',
  'personas',
  'picture_uses',
  'positions',
  'revisions',
  'search_words',
  'shown_months',
  'superseded_vectors',
  'team_members',
  // the hours of consultations
  'consultation_settings',
  'consultation_hours',
  'consultation_days_off',
  // views of entries, without names or addresses
  'views',
  'view_queries',
  'missed_searches',
  // a keyed hash of a network address, kept for minutes
  'rate_limits',
  // the world's places
  'cities',
  'states',
];

/**
 * The tables of the people who work in the Studio: their accounts, and what they write. An owner manages them there; a
 * visitor's request never erases them.
 */
export const userTables: readonly string[] = [
  'users',
  'passkeys',
  'recovery_codes',
  'join_links',
  'passkey_challenges',
  'user_identities',
  'openid_requests',
  'sessions',
  'drafts',
  'draft_saves',
  'kept_versions',
  'deleted_entries',
  'deleted_saves',
  'draft_texts',
  'redirects',
  'reviews',
  'acts',
  'share_links',
  'presences',
  'submission_reads',
  'bulk_acts',
  'bulk_act_entries',
  // without the addresses that were asked for
  'privacy_acts',
  // who gives consultations, and when they work
  'consultation_advisers',
  'consultation_adviser_hours',
  'consultation_exceptions',
  'consultation_adviser_days_off',
];

/** Returns everything stored about an e-mail address, by table, as of one moment (GDPR, articles 15 and 20). */
export async function exportPersonalData(ctx: Context, email: string): Promise<Record<string, object[]>> {
  return readSnapshot(ctx, async (tx) => {
    const found: Record<string, object[]> = {};
    for (const place of personalTables) found[place.table] = await place.find(tx, email);
    return found;
  });
}

/**
 * Erases everything stored about an e-mail address, in one transaction (GDPR, article 17). Returns the number of rows
 * for each table; a second call finds nothing.
 */
export async function erasePersonalData({ db }: Context, email: string): Promise<Record<string, number>> {
  return db.transaction(async (tx) => {
    const erased: Record<string, number> = {};
    for (const place of personalTables) erased[place.table] = await place.erase({ db: tx }, email);
    return erased;
  });
}
