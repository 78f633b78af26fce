import pg from 'pg';

/** A table whose rows a backup holds. */
export interface Table {
  name: string;
  columns: string[];
}

export interface Sequence {
  name: string;
  value: number;
  isCalled: boolean;
}

/** Returns a name quoted for SQL. Names without a schema lie in the schema of the site's tables. */
export const quoteName = pg.escapeIdentifier;

export function listColumns({ columns }: Table): string {
  return columns.map(quoteName).join(', ');
}

/**
 * Returns the tables of the site by name, without `migrations`, which `migrate` writes itself. Unlogged tables, which a
 * crash empties, and generated columns are left out.
 */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname <> 'migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`);
  return rows;
}

/** Returns the tables in an order in which each follows the tables that its foreign keys name. */
export async function sortForLoading<T extends Table>(client: pg.Client, tables: readonly T[]): Promise<T[]> {
  // Deferrable constraints are checked at the end of the transaction, and allow entries and revisions to name each
  // other.
  const { rows } = await client.query<{ from: string; to: string }>(`
    select f.relname as from, t.relname as to
    from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and not k.condeferrable and k.conrelid <> k.confrelid
      and k.connamespace = current_schema()::regnamespace`);
  const sorted: T[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const names = new Set([...left].map(({ name }) => name));
    const ready = [...left].filter(({ name }) => !rows.some(({ from, to }) => from === name && names.has(to)));
    if (ready.length === 0) throw new Error(`The foreign keys of ${[...names].join(', ')} form a circle.`);
    for (const table of ready) left.delete(table);
    sorted.push(...ready);
  }
  return sorted;
}

/**
 * Returns the present value of every sequence. Sequences do not belong to a snapshot, so they are read after the rows.
 */
export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'S' and relnamespace = current_schema()::regnamespace
     order by relname`,
  );
  const found: Sequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ value: number; isCalled: boolean }>(
      `select last_value as value, is_called as "isCalled" from ${quoteName(name)}`,
    );
    const [state] = values;
    if (state) found.push({ name, ...state });
  }
  return found;
}
