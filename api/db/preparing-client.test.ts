import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { setUpDatabase } from '../../testing/set-up.ts';
import { connectDatabase } from './connect.ts';

const database = await setUpDatabase();

it('has PostgreSQL plan a statement once, whatever its parameters', async () => {
  const { db, close } = connectDatabase({ ...database.config, max: 1 });
  try {
    for (const slug of ['a', 'b', 'c']) await db.execute(sql`select id from entries where slug = ${slug}`);
    const { rows } = await db.execute<{ statement: string; runs: number }>(
      sql`select statement, (generic_plans + custom_plans)::int as runs from pg_prepared_statements`,
    );
    expect(rows).toContainEqual({ statement: 'select id from entries where slug = $1', runs: 3 });
  } finally {
    await close();
  }
});

it('stops naming statements if their number grows without limit', async () => {
  const { db, close } = connectDatabase({ ...database.config, max: 1 });
  try {
    for (let index = 0; index < 400; index++) {
      const { rows } = await db.execute<{ one: number }>(sql.raw(`select 1 as one, ${index} as made`));
      expect(rows[0]?.one).toBe(1);
    }
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int as count from pg_prepared_statements`,
    );
    expect(rows[0]?.count).toBeLessThanOrEqual(300);
  } finally {
    await close();
  }
});
