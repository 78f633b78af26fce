import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../api/context.ts';
import { connectDatabase } from '../api/db/connect.ts';
import { migrate } from '../api/db/migrate.ts';
import { createApi } from '../api/http/plugin.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { createApiContext } from '../testing/api-context.ts';
import { updateBookingRules } from '../testing/consultations.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { bookAsVisitor, proveAdvisers } from './parts/booking-advisers.ts';
import { proveTimeZones } from './parts/booking-zones.ts';

// Checks three promises of booking on a database of its own, through the API. A slot is booked once under concurrent
// requests; no adviser has two consultations at once, whatever people of the company and visitors do at the same time;
// and no slot shifts when clocks change, in any time zone. Prints figures, and ends with 1 if a promise is
// broken.

const clients = 200;
const rounds = 100;
const minute = 60_000;

/**
 * Lets 200 concurrent clients book one adviser's time. Even rounds use the same start, odd rounds use starts that
 * overlap, and every third round has expired holds in the way. Each round must end with one booking and 199 refusals. A
 * day has at most eight rounds, because later bookings of a busy day wait for confirmation.
 */
async function proveNoDoubleBooking(app: FastifyInstance, ctx: ApiContext): Promise<boolean> {
  const { db } = ctx;
  const rules = { lengthMinutes: 45, stepMinutes: 15, noticeMinutes: 0, horizonDays: 30, advisers: 1 };
  await updateBookingRules({ ctx }, rules);
  const first = Math.ceil(Date.now() / (60 * minute)) * 60 * minute + 24 * 60 * minute;
  const statuses = new Map<number, number>();
  let wrongRounds = 0;
  let slowest = 0;
  let timesBusy = 0;
  const started = performance.now();
  for (let round = 0; round < rounds; round++) {
    const base = first + round * 180 * minute;
    const chooseStart = (client: number) => new Date(base + (round % 2 ? (client % 3) * 15 * minute : 0)).toISOString();
    if (round % 3 === 0)
      for (const offset of [-30, 15])
        await db.execute(sql`insert into consultations (adviser, during, status, held_until, time_zone)
          select 1, tstzrange(start, start + interval '45 minutes'), 'HELD', now() - interval '1 second', 'UTC'
          from (values (${new Date(base + offset * minute).toISOString()}::timestamptz)) one (start)`);
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: clients }, (_, client) => bookAsVisitor(app, round * clients + client, chooseStart(client))),
    );
    slowest = Math.max(slowest, performance.now() - began);
    for (const { statusCode, busy } of answers) {
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      timesBusy += busy;
    }
    const booked = answers.filter(({ statusCode }) => statusCode === 200).length;
    const refused = answers.filter(({ statusCode }) => statusCode === 409).length;
    if (booked !== 1 || refused !== clients - 1) wrongRounds += 1;
  }
  const { rows } = await db.execute<{ overlaps: number; bookings: number; requests: number }>(sql`
    select (select count(*) from consultations where status = 'BOOKED')::int as bookings, (select count(*) from submissions)::int as requests,
      (select count(*) from consultations a join consultations b
        on a.id < b.id and a.adviser = b.adviser and a.during && b.during
        where a.status <> 'CANCELLED' and b.status <> 'CANCELLED')::int as overlaps`);
  const counted = [...statuses].sort().map(([status, count]) => `${status}: ${count}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${rounds} rounds of ${clients} clients: ${counted.join(', ')}; rounds that were not 1 + 199: ${wrongRounds}`,
  );
  console.log(
    `bookings ${rows[0]?.bookings}, requests stored ${rows[0]?.requests}, overlaps ${rows[0]?.overlaps}; forms sent again to a busy server ${timesBusy}; ${seconds} s, slowest round ${Math.round(slowest)} ms`,
  );
  return wrongRounds === 0 && rows[0]?.overlaps === 0 && rows[0].bookings === rounds && rows[0].requests === rounds;
}

const folder = await makeDataFolder('prove-booking-');
const embedded = await startEmbeddedPostgres(folder);
const connection = connectDatabase(embedded.connection);
let isProved = false;
try {
  await migrate(connection.config);
  const ctx = createApiContext(connection.db, folder);
  const app = await createApi(ctx);
  const started = performance.now();
  const race = await proveNoDoubleBooking(app, ctx);
  const advisers = await proveAdvisers(app, ctx);
  const zones = await proveTimeZones(app, ctx);
  const { rows } = await ctx.db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  );
  console.log(`deadlocks counted by PostgreSQL: ${rows[0]?.deadlocks}`);
  isProved = race && advisers && zones && rows[0]?.deadlocks === 0;
  console.log(`${isProved ? 'proved' : 'NOT PROVED'} in ${Math.round((performance.now() - started) / 1000)} s`);
  await app.close();
} finally {
  await connection.close();
  await embedded.stop();
}
process.exit(isProved ? 0 : 1);
