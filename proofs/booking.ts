import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { connectDatabase } from '../api/db/connect.ts';
import { migrate } from '../api/db/migrate.ts';
import { createApi } from '../api/http/create-api.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';
import { createApiContext } from '../testing/api-context.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { proveNoDoubleBooking } from './booking/race.ts';
import { proveTimeZones } from './booking/zones.ts';

// Checks two promises of booking on a database of its own, through the API. A slot is booked once under concurrent
// requests, and no slot shifts when clocks change, in any time zone. Prints figures, and ends with 1 if a promise is
// broken.

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
  const zones = await proveTimeZones(app, ctx);
  const { rows } = await ctx.db.execute<{ deadlocks: number }>(
    sql`select deadlocks::int from pg_stat_database where datname = current_database()`,
  );
  console.log(`deadlocks counted by PostgreSQL: ${rows[0]?.deadlocks}`);
  isProved = race && zones && rows[0]?.deadlocks === 0;
  console.log(`${isProved ? 'proved' : 'NOT PROVED'} in ${Math.round((performance.now() - started) / 1000)} s`);
  await app.close();
} finally {
  await connection.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}
process.exit(isProved ? 0 : 1);
