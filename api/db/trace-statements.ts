import type pg from 'pg';
import { isTracing, traceWork } from '../trace-work.ts';

/** The most characters of a statement in a span. */
const maxTextLength = 300;

function getText(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : ((asked as { text?: unknown } | null)?.text ?? '');
  return String(text).slice(0, maxTextLength);
}

type Query = (...args: unknown[]) => unknown;

/**
 * Records the statements of a pool or of its client as spans, if traces are recorded. Values are parameters, which are
 * not in the text. Calls with a callback are left alone: the pool calls its clients in this form.
 */
export function traceStatements(queryable: pg.Pool | pg.ClientBase): void {
  // None of the overloads in pg's types accepts all call forms at once.
  const query = queryable.query.bind(queryable) as unknown as Query;
  const traceQuery: Query = (...args) => {
    if (!isTracing() || typeof args.at(-1) === 'function') return query(...args);
    const text = getText(args[0]);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    return traceWork(text.trimStart().split(/\s/, 1)[0]?.toUpperCase() || 'SQL', attributes, async () =>
      query(...args),
    );
  };
  Object.assign(queryable, { query: traceQuery });
}
