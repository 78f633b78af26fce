import { sql } from 'drizzle-orm';
import type { Database } from '../../../api/db/connect.ts';
import { commonWord, rareWord } from '../fill-database.ts';

const messageCount = 100_000;

/**
 * Stores messages with mails, and a year of views. Of a hundred messages two are open, two wait, two are in quarantine,
 * and the others are done. Some are assigned to the user, tagged, read, merged into others, or have a mail that was
 * given up.
 */
export async function fillMessages(db: Database, userId: number): Promise<void> {
  await db.execute(sql`
    insert into submissions (reference, kind, idempotency_key, body_sha256, name, email, message, created_at, heard_at,
      closed_at, waiting_since, quarantined_for, assigned_to, tags)
    select 'B' || i, (array['CONTACT', 'ENQUIRY', 'CONSULTATION']::submission_kind[])[i % 3 + 1], gen_random_uuid(), 'x',
      'Visitor ' || i, 'visitor-' || i || '@example.org', 'We run ' || i || ' racks and would like to talk about another one.'
        || case when i % 200 = 7 then ${` ${commonWord}`} else '' end
        || case when i % 20000 = 9 then ${` ${rareWord.word}`} else '' end,
      now() - make_interval(mins => i), now() - make_interval(mins => i), case when i % 50 > 1 then now() end,
      case when i % 50 = 1 then now() end, case when i % 50 = 2 then 'links' end,
      case when i % 7 = 0 then ${userId}::bigint end, case when i % 10 = 0 then array['tag ' || i / 10 % 50] else '{}' end
    from generate_series(1, ${messageCount}::int) as i`);
  await db.execute(sql`
    insert into outbox (submission_id, recipient, subject, body, sent_at, dead_at)
    select id, email, 'We got your message', 'Thank you', case when id % 1000 > 0 then created_at end,
      case when id % 1000 = 0 then created_at end
    from submissions`);
  await db.execute(sql`
    insert into submission_reads (user_id, submission_id) select ${userId}, id from submissions where id % 100 > 0`);
  await db.execute(sql`update submissions set merged_into = id - 1 where id % 500 = 3`);
  await db.execute(sql`
    insert into views (entry_id, viewed_hour, times)
    select id, date_trunc('hour', now(), 'UTC') - make_interval(hours => (id % 100)::int * 87 + hour), 3
    from entries cross join generate_series(0, 23) as hour`);
  await db.execute(sql`
    insert into missed_searches (searched_day, query)
    select current_date - day, 'words ' || i from generate_series(0, 6) as day, generate_series(1, 1000) as i`);
  await db.execute(sql`vacuum (analyze)`);
}
