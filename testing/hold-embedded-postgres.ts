import { connectDatabase } from '../api/db/connect.ts';
import { startEmbeddedPostgres } from '../server/database/embedded-postgres.ts';

// A process for tests that kill it. It starts or adopts the database of the given folder, holds a connection and prints
// which server it has. It stops when its input ends.
const embedded = await startEmbeddedPostgres(process.argv[2] ?? '');
const connection = connectDatabase(embedded.connection);
const { rows } = await connection.pool.query('select pg_postmaster_start_time() as started');
console.log(JSON.stringify({ started: rows[0].started, connection: embedded.connection }));
process.stdin.resume();
process.stdin.once('end', async () => {
  await connection.close();
  await embedded.stop();
  process.exit(0);
});
