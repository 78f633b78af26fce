import { sql } from 'drizzle-orm';
import type { Context } from '../../context.ts';

/**
 * Releases the mails that a restore has held. Mails of quarantined submissions stay held. Returns how many mails are
 * released.
 */
export async function releaseRestoredMails({ db }: Context): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update outbox set held = false
    where held and sent_at is null
      and not exists (select from submissions s where s.id = outbox.submission_id and s.quarantined_for is not null)`);
  return rowCount ?? 0;
}
