import pg from 'pg';

// `COPY` writes what these settings say, so both ends must have the same ones. A table may take longer than the time
// limits of the pool allow.
const settings = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  client_encoding: "'UTF8'",
  timezone: "'UTC'",
  datestyle: "'ISO, YMD'",
  intervalstyle: "'postgres'",
  extra_float_digits: '3',
  bytea_output: "'hex'",
};

/** Connects for copying tables, outside the pool and without its time limits. The caller ends the connection. */
export async function connectForCopy(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...config,
    application_name: 'site-backup',
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  // The current statement fails too; without a listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  const lines = Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`);
  await client.query(lines.join('; '));
  return client;
}
