import type pg from 'pg';

interface Statement {
  text: string;
  values: unknown[];
}

/** Records the statements of a pool until `stop`. Statements on other clients are not recorded. */
export function watchStatements(pool: pg.Pool): { statements: Statement[]; stop(): void } {
  const statements: Statement[] = [];
  const query = pool.query;
  pool.query = ((config: { text: string }, values: unknown[], ...rest: unknown[]) => {
    statements.push({ text: config.text, values: values ?? [] });
    return Reflect.apply(query, pool, [config, values, ...rest]);
  }) as typeof pool.query;
  return {
    statements,
    stop: () => {
      pool.query = query;
    },
  };
}

/** Parts of a plan that vary between runs of the same plan. */
const unsteady = [
  /^\s*Heap Fetches: .*\n/gm,
  /^\s*(?:Storage|Buckets|Workers? \d+): .*\n/gm,
  /\s+(?:Average |Peak )?(?:Memory(?: Usage)?|Disk): \d+kB/g,
];

/** Breaks a statement into lines that are short enough to review, unless it has several lines. */
function wrapLines(text: string): string {
  if (text.includes('\n')) return text.replace(/^\s*\n/gm, '').trim();
  return text.replace(/ (from|inner join|left join|where|order by|limit) /g, '\n$1 ');
}

function formatStatement({ text, values }: Statement): string {
  return [wrapLines(text), ...values.map((value, index) => `-- $${index + 1} = ${JSON.stringify(value)}`)].join('\n');
}

/** Returns each statement with the plan that PostgreSQL uses. */
export async function explainStatements(pool: pg.Pool, statements: Statement[]): Promise<string> {
  const parts: string[] = [];
  for (const statement of statements) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off, summary off, buffers off) ${statement.text}`,
      statement.values,
    );
    const plan = `${rows.map((row) => row['QUERY PLAN']).join('\n')}\n`;
    parts.push(`${formatStatement(statement)}\n\n${unsteady.reduce((left, part) => left.replace(part, ''), plan)}`);
  }
  return parts.join('\n');
}
