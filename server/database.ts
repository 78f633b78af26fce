import { type Connection, connect } from '../api/db/connect.ts';
import { migrate } from '../api/db/migrate.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { Settings } from './settings.ts';

/** The migrated database of an installation: the one `DATABASE_URL` names, else the embedded one. */
export async function openDatabase(settings: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Connection> {
  const embedded = settings.DATABASE_URL ? null : await startEmbeddedPostgres(settings.DATA_DIR);
  const connection = connect(embedded ? embedded.connection : { connectionString: settings.DATABASE_URL });
  async function close(): Promise<void> {
    await connection.close();
    await embedded?.stop();
  }
  try {
    await migrate(connection.pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...connection, close };
}
