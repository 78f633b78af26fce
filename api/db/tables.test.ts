import { getTableColumns, getViewSelectedFields, is } from 'drizzle-orm';
import { getTableConfig, getViewConfig, type PgColumn, PgTable, PgView } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { setUpDatabase } from '../../testing/set-up.ts';
import * as access from './access-tables.ts';
import * as consultations from './consultation-tables.ts';
import * as editorial from './editorial-tables.ts';
import * as messages from './message-tables.ts';
import * as numbers from './number-tables.ts';
import * as studio from './studio-tables.ts';
import * as exported from './tables.ts';

const database = await setUpDatabase();

interface Column {
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
}

/** Names of types in information_schema, by the names that drizzle uses. */
const spelling: Record<string, string> = {
  'timestamp with time zone': 'timestamptz',
  bigint: 'int8',
  integer: 'int4',
  boolean: 'bool',
  'double precision': 'float8',
};

function listColumns(value: unknown): { name: string; columns: Record<string, PgColumn> }[] {
  if (is(value, PgTable)) return [{ name: getTableConfig(value).name, columns: getTableColumns(value) }];
  if (is(value, PgView))
    return [{ name: getViewConfig(value).name, columns: getViewSelectedFields(value) as Record<string, PgColumn> }];
  return [];
}

/** Returns `table.column` → the column as drizzle declares it. */
function listDeclared(): Record<string, Column> {
  return Object.fromEntries(
    Object.values<unknown>({
      ...exported,
      ...access,
      ...consultations,
      ...studio,
      ...editorial,
      ...messages,
      ...numbers,
    })
      .flatMap(listColumns)
      .flatMap(({ name, columns }) =>
        Object.values(columns).map((column) => {
          const sqlType = column.getSQLType();
          const type = sqlType.endsWith('[]') ? `_${sqlType.slice(0, -2)}` : (spelling[sqlType] ?? sqlType);
          const isGenerated = (column as { generatedIdentity?: unknown }).generatedIdentity !== undefined;
          return [
            `${name}.${column.name}`,
            { type, isNullable: !column.notNull, hasDefault: column.hasDefault || isGenerated },
          ];
        }),
      ),
  );
}

/** Returns `table.column` → the column in the migrated database. */
async function loadActual(): Promise<Record<string, Column>> {
  const { rows } = await database.pool.query<{ name: string; type: string; nullable: boolean; default: boolean }>(`
    select table_name || '.' || column_name as name, udt_name as type, is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' as default
    from information_schema.columns where table_schema = 'public' and table_name <> 'migrations'`);
  return Object.fromEntries(
    rows.map((row) => [row.name, { type: row.type, isNullable: row.nullable, hasDefault: row.default }]),
  );
}

it('declares exactly the columns of the migrated database, with the same type, nullability and default', async () => {
  const tables = listDeclared();
  expect(Object.keys(tables).length).toBeGreaterThan(60);
  expect(tables).toEqual(await loadActual());
});
