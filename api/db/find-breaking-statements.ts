/** A comment line by which a migration declares that servers of earlier releases cannot go on with the schema. */
const breakingDeclaration = /^-- Not additive: \S/m;

/** A comment line by which a migration declares that a statement breaks nothing although it is listed below. */
const additiveDeclaration = /^-- Additive: \S/m;

/** Statements with which the reads or writes of an earlier release can fail. */
const breakingForms: readonly [form: RegExp, what: string][] = [
  [/\bdrop (?:table|column|view|materialized view|type|schema|sequence|function|trigger)\b/, 'removes something'],
  [/\brename\b/, 'renames something'],
  [/\balter column \S+ (?:set data )?type\b/, 'changes the type of a column'],
  [/\balter column \S+ set not null\b/, 'makes a column NOT NULL'],
  [/\balter column \S+ drop default\b/, 'removes a default'],
  [
    /\badd column (?:(?!\bdefault\b|\bgenerated\b|\badd column\b).)*\bnot null\b(?!(?:(?!\badd column\b).)*\b(?:default|generated)\b)/,
    'adds a NOT NULL column without a default',
  ],
  [/^alter table .*\badd (?:constraint|check|unique|primary key|foreign key|exclude)\b/, 'adds a constraint'],
  [/^create unique index\b/, 'adds a constraint'],
  [/^(?:truncate|delete from)\b/, 'removes rows'],
  [/^revoke\b/, 'revokes a privilege'],
];

/** Returns the statements of a migration in lower case, without comments, texts and bodies of functions. */
function listStatements(sql: string): string[] {
  return sql
    .replace(/--.*$/gm, '')
    .replace(/(\$\w*\$).*?\1/gs, "''")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim());
}

/** Returns the name of the table that a statement creates or changes; null without one. */
function findTable(statement: string): string | null {
  return (
    /^(?:create (?:unlogged )?table|alter table)(?: if (?:not )?exists)?(?: only)? ([\w.]+)/.exec(statement)?.[1] ??
    /^create unique index .*?\bon ([\w.]+)/.exec(statement)?.[1] ??
    null
  );
}

/**
 * Returns the statements of a migration that can break a server of the earlier release, which runs beside the new one
 * while servers are replaced, each with its reason. Statements on tables that the migration creates are allowed.
 */
export function findBreakingStatements(sql: string): string[] {
  const statements = listStatements(sql);
  const created = new Set(statements.filter((one) => /^create (?:unlogged )?table\b/.test(one)).map(findTable));
  return statements.flatMap((statement) => {
    const table = findTable(statement);
    if (table !== null && created.has(table)) return [];
    const found = breakingForms.find(([form]) => form.test(statement));
    return found ? [`${found[1]}: ${statement.slice(0, 100)}`] : [];
  });
}

/** Returns whether servers of the earlier release can go on after a migration: always, unless it declares a break. */
export function isAdditive(sql: string): boolean {
  return !breakingDeclaration.test(sql);
}

/** Returns whether a migration declares a break, or that there is none, so that its statements need no check. */
export function hasDeclaration(sql: string): boolean {
  return breakingDeclaration.test(sql) || additiveDeclaration.test(sql);
}
