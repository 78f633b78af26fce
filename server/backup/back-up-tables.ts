import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Report } from '../process/steps.ts';
import type { BackupStore } from './backup-store.ts';
import { listColumns, quoteName, type Table } from './database-shape.ts';
import type { TableInBackup } from './manifest.ts';
import { writeStream } from './parts.ts';
import { RowHash, type RowsFound } from './row-hash.ts';

function copyTable(client: pg.Client, table: Table) {
  return client.query(copyTo(`copy ${quoteName(table.name)} (${listColumns(table)}) to stdout`));
}

/** Stores the rows of tables, each compressed, in the transaction of the client. */
export async function backUpTables(
  client: pg.Client,
  tables: readonly Table[],
  store: BackupStore,
  report?: Report,
): Promise<TableInBackup[]> {
  const stored: TableInBackup[] = [];
  for (const [index, table] of tables.entries()) {
    report?.(`${index + 1} of ${tables.length}`);
    const rows = new RowHash();
    let parts: TableInBackup['parts'] = [];
    await pipeline(copyTable(client, table), rows, createZstdCompress(), async (compressed: AsyncIterable<Buffer>) => {
      parts = await writeStream(store, `database/${table.name}`, compressed);
    });
    stored.push({ ...table, ...rows.found, parts });
  }
  return stored;
}

/** Counts and hashes the rows of a table in the transaction of the client. */
export async function hashTable(client: pg.Client, table: Table): Promise<RowsFound> {
  const rows = new RowHash();
  const ignore = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(copyTable(client, table), rows, ignore);
  return rows.found;
}
