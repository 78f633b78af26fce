import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { desc, sql } from 'drizzle-orm';
import type { Context } from '../../api/context.ts';
import { readSharedValue, storeSharedValue } from '../../api/db/shared-values.ts';
import { files, sharedValues } from '../../api/db/tables.ts';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import { StartError } from '../process/start-error.ts';
import type { Settings } from '../settings.ts';

const storeKey = 'file_store';
/** How many of the newest files a store must contain to count as a complete copy of the former one. */
const sampleSize = 5;

/** Returns a name that two servers have in common only if they use the same folder or bucket. */
async function identifyStore(settings: Settings): Promise<string> {
  if (settings.FILES_S3_ENDPOINT) return `bucket ${settings.FILES_S3_ENDPOINT}/${settings.FILES_S3_BUCKET}`;
  const folder = join(settings.DATA_DIR, 'files');
  const file = join(folder, '.store');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return `folder ${await readFile(file, 'utf8')}`;
}

/** Returns whether another server is subscribed to this database's changes, as every server with a page cache is. */
async function isAnotherRunning({ db }: Context): Promise<boolean> {
  const { rows } = await db.execute<{ running: boolean }>(sql`select exists (select from pg_stat_activity
    where application_name = 'site-announcements' and datname = current_database()) as running`);
  return rows[0]?.running === true;
}

async function hasNewestFiles({ db }: Context, store: FileStore): Promise<boolean> {
  const newest = await db
    .select({ key: files.storageKey })
    .from(files)
    .orderBy(desc(files.createdAt))
    .limit(sampleSize);
  const found = await Promise.all(newest.map(({ key }) => store.has(key)));
  return found.every(Boolean);
}

/**
 * Throws `StartError` if other servers of this database store visitors' files elsewhere, because each server would miss
 * the files of the others. A store that was moved or restored is accepted when no other server runs and it contains the
 * newest files.
 */
export async function checkSharedStore(ctx: Context, settings: Settings, store: FileStore): Promise<void> {
  // A folder that cannot be written stores nothing that others could miss.
  const own = await identifyStore(settings).catch(() => null);
  if (!own) return;
  const known = await readSharedValue(ctx, storeKey);
  if (known === own) return;
  if (known === null) {
    await ctx.db.insert(sharedValues).values({ name: storeKey, value: own }).onConflictDoNothing();
    if ((await readSharedValue(ctx, storeKey)) === own) return;
  }
  if (await isAnotherRunning(ctx))
    throw new StartError(
      'Another server of this database stores visitors’ files in another place. Set the same FILES_S3_ settings on every server, or let them share one folder as DATA_DIR/files.',
    );
  if (!(await hasNewestFiles(ctx, store)))
    throw new StartError(
      'Visitors’ files of this database are in another place. Copy them to DATA_DIR/files or into the bucket of FILES_S3_BUCKET, and start again.',
    );
  await storeSharedValue(ctx, storeKey, own);
}
