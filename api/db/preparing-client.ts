import pg from 'pg';

/** More statements than the program has. Statements with changing texts beyond this number stay unnamed. */
const maxNames = 300;

type Call = (...args: unknown[]) => never;

function isNameless(asked: unknown): asked is { text: string } {
  return (
    typeof asked === 'object' &&
    asked !== null &&
    'text' in asked &&
    typeof asked.text === 'string' &&
    !('name' in asked && asked.name)
  );
}

/**
 * Creates the class of a pool's clients. They send each statement under a name, as a prepared statement, so that
 * PostgreSQL parses it once per connection and can keep its plan (PostgreSQL manual, PREPARE). Most statements take
 * longer to plan than to run. Several statements in one string, as in migrations, stay unnamed.
 */
export function createPreparingClientClass(): typeof pg.Client {
  const names = new Map<string, string>();

  /** Returns the name of a statement's text; undefined when there are too many. */
  function getStatementName(text: string): string | undefined {
    const known = names.get(text);
    if (known || names.size >= maxNames) return known;
    const name = `statement_${names.size}`;
    names.set(text, name);
    return name;
  }

  return class extends pg.Client {
    /** All call forms of pg pass through; `never` stands for their different results. */
    override query(asked: unknown, ...rest: unknown[]): never {
      const name = isNameless(asked) ? getStatementName(asked.text) : undefined;
      // None of the overloads in pg's types accepts all call forms at once.
      return (super.query as unknown as Call)(name ? { ...(asked as object), name } : asked, ...rest);
    }
  };
}
