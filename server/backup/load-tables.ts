import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Report } from '../process/steps.ts';
import { hashTable } from './back-up-tables.ts';
import { BackupError } from './backup-error.ts';
import { listColumns, quoteName, sortForLoading } from './database-shape.ts';
import type { TableInBackup } from './manifest.ts';
import type { OpenBackup } from './open-backup.ts';
import { readParts } from './parts.ts';

async function loadTable(client: pg.Client, table: TableInBackup, backup: OpenBackup): Promise<void> {
  if (table.parts.length === 0) return;
  const loading = client.query(copyFrom(`copy ${quoteName(table.name)} (${listColumns(table)}) from stdin`));
  await pipeline(Readable.from(readParts(backup.store, table.parts)), createZstdDecompress(), loading);
}

/**
 * Loads every table of a backup in the transaction of the client, and compares counts and hashes with the manifest. The
 * tables have the schema of the backup; rows that migrations inserted are replaced.
 */
export async function loadTables(client: pg.Client, backup: OpenBackup, report?: Report): Promise<void> {
  const { tables, sequences } = backup.manifest;
  const names = tables.map(({ name }) => quoteName(name));
  // Triggers would count entries twice and announce every row. Constraints are still checked.
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  await client.query(`truncate ${names.join(', ')}`);
  for (const [index, table] of (await sortForLoading(client, tables)).entries()) {
    report?.(`${index + 1} of ${tables.length}`);
    await loadTable(client, table, backup);
  }
  await client.query('set constraints all immediate');
  for (const { name, value, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [quoteName(name), value, isCalled]);
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  for (const [index, table] of tables.entries()) {
    report?.(`${index + 1} of ${tables.length} compared`);
    const { rows, hash } = await hashTable(client, table);
    if (rows !== table.rows || hash !== table.hash)
      throw new BackupError(
        `The table ${table.name} differs from the manifest: ${rows} rows instead of ${table.rows}, or other values.`,
      );
  }
}
