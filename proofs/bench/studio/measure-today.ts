import { sql } from 'drizzle-orm';
import type { Database } from '../../../api/db/connect.ts';
import type { TestUser } from '../../../testing/studio.ts';

const rounds = 15;
const messageCount = 100_000;

/** Adds rows in steps, because one statement for all would reach its time limit. */
const step = 5_000;

/** Stores messages, of which one in fifty waits for an answer, with mails, and a year of views. */
export async function fillMessages(db: Database): Promise<void> {
  for (let first = 1; first <= messageCount; first += step)
    await db.execute(sql`
    insert into submissions (reference, kind, idempotency_key, body_sha256, name, email, message, created_at, heard_at, closed_at)
    select 'B' || i, 'CONTACT'::submission_kind, gen_random_uuid(), 'x', 'Visitor ' || i, 'visitor-' || i || '@example.org',
      'We run ' || i || ' racks and would like to talk about another one.', now() - make_interval(mins => i),
      now() - make_interval(mins => i), case when i % 50 > 0 then now() end
    from generate_series(${first}::int, ${first + step - 1}::int) as i`);
  for (let first = 1; first <= messageCount; first += step)
    await db.execute(sql`
    insert into outbox (submission_id, recipient, subject, body, sent_at)
    select id, email, 'We got your message', 'Thank you', created_at from submissions
    where id between ${first} and ${first + step - 1}`);
  await db.execute(sql`
    insert into views (entry_id, viewed_hour, times)
    select id, date_trunc('hour', now(), 'UTC') - make_interval(hours => (id % 100)::int * 87 + hour), 3
    from entries cross join generate_series(0, 23) as hour`);
  await db.execute(sql`
    insert into missed_searches (searched_day, query)
    select current_date - day, 'words ' || i from generate_series(0, 6) as day, generate_series(1, 1000) as i`);
  await db.execute(sql`vacuum (analyze)`);
}

/** Returns the milliseconds in which the API says what needs a person. */
export async function measureToday({ client }: TestUser): Promise<number[]> {
  const measured: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const started = performance.now();
    await client.call('today', {});
    if (round >= 0) measured.push(performance.now() - started);
  }
  return measured;
}
