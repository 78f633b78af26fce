import pg from 'pg';

/** More than the program has; statements that are put together by what is asked for do not push out the others. */
const mostNames = 300;
const names = new Map<string, string>();

/** The one name of a statement's text; undefined where there are too many. */
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
 * A connection on which PostgreSQL reads and plans each statement once, not each time it is run (PostgreSQL manual, PREPARE):
 * most of ours take longer to plan than to run. Statements in one string with others, as migrations have them, stay as they are.
 */
export class NamingClient extends pg.Client {
  /** All of pg's ways to call it go on as they came; `never` stands for what each of them answers. */
  override query(asked: unknown, ...rest: unknown[]): never {
    const name = isNameless(asked) ? nameOf(asked.text) : undefined;
    return (super.query as unknown as Call)(name ? { ...(asked as object), name } : asked, ...rest);
  }
}
