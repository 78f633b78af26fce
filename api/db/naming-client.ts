import pg from 'pg';

/** More than the program has; dynamic statements beyond this number stay unnamed. */
const mostNames = 300;
const names = new Map<string, string>();

/** Returns the name of a statement's text; undefined when there are too many. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= mostNames) return known;
  const name = `statement_${names.size}`;
  names.set(text, name);
  return name;
}

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
 * A client that names statements, so that PostgreSQL parses and plans each once a connection (PostgreSQL manual,
 * PREPARE). Most statements take longer to plan than to run. Several statements in one string, as in migrations, stay
 * unnamed.
 */
export class NamingClient extends pg.Client {
  /** All call forms of pg pass through; `never` stands for their different results. */
  override query(asked: unknown, ...rest: unknown[]): never {
    const name = isNameless(asked) ? nameOf(asked.text) : undefined;
    return (super.query as unknown as Call)(name ? { ...(asked as object), name } : asked, ...rest);
  }
}
