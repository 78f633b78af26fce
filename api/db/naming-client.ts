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

/**
 * A connection on which PostgreSQL reads and plans each statement once, not each time it is run (PostgreSQL manual, PREPARE):
 * most of ours take longer to plan than to run. Statements in one string with others, as migrations have them, stay as they are.
 */
export class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares eight ways to call it, and all of them go on as they came
  override query(config: any, ...rest: any[]): any {
    const name = typeof config?.text === 'string' && !config.name ? nameOf(config.text) : undefined;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    return (super.query as any)(name ? { ...config, name } : config, ...rest);
  }
}
