import type pg from 'pg';

/** The name of the connection by which a process shows that it uses the embedded PostgreSQL. */
export const usageConnectionName = 'site-hold';

/** Returns how many processes use the embedded PostgreSQL of a site: its servers and commands. */
export async function countUsingProcesses(client: { query(text: string): Promise<pg.QueryResult> }): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as users from pg_stat_activity where application_name = '${usageConnectionName}'`,
  );
  return (rows[0] as { users: number } | undefined)?.users ?? 0;
}
