import { hash } from 'node:crypto';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { collectContent } from '../../api/content/import-export/export.ts';
import * as tables from '../../api/db/tables.ts';
import type { BackupStore } from './backup-store.ts';
import { forEachConcurrently } from './for-each-concurrently.ts';
import type { ContentInBackup } from './manifest.ts';
import { writeBytes } from './parts.ts';

/** Stores the content in the transaction of the client, as files that `npx site import` reads. */
export async function backUpContent(client: pg.Client, store: BackupStore): Promise<ContentInBackup[]> {
  const files = await collectContent({ db: drizzle({ client, schema: tables }) });
  const stored: ContentInBackup[] = [];
  await forEachConcurrently([...files], async ([name, text]) => {
    const bytes = Buffer.from(text);
    const parts = await writeBytes(store, `content/${name}`, bytes);
    stored.push({ name, bytes: bytes.length, sha256: hash('sha256', bytes, 'hex'), parts });
  });
  return stored;
}
