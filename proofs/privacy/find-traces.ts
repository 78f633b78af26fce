import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../../api/db/connect.ts';

/** A text that must be nowhere, and how it may be written: without regard to case, or exactly so. */
interface Trace {
  name: string;
  text: string;
  isExact?: boolean;
}

/** Returns the three forms that a text has inside of a longer text in base64. */
function encodeBase64(text: string): string[] {
  return [0, 1, 2].map((shift) => {
    const encoded = Buffer.from(`${'\0'.repeat(shift)}${text}`)
      .toString('base64')
      .replace(/=+$/, '');
    // The first and the last characters also hold bits of what stands beside the text.
    return encoded.slice(shift === 0 ? 0 : shift + 1, -1);
  });
}

/** Returns the ways in which a text may be written: as it is, in an address, in hexadecimal, and in base64. */
export function createTraces(text: string): Trace[] {
  const cases = [...new Set([text, text.toLowerCase(), text.toUpperCase()])];
  return [
    { name: 'as it is', text: text.toLowerCase() },
    { name: 'percent-encoded', text: encodeURIComponent(text).toLowerCase() },
    { name: 'percent-encoded in a form', text: new URLSearchParams({ x: text }).toString().slice(2).toLowerCase() },
    { name: 'quoted-printable', text: text.replaceAll('@', '=40').toLowerCase() },
    ...cases.map((each) => ({ name: 'in hexadecimal', text: Buffer.from(each).toString('hex') })),
    ...cases.flatMap(encodeBase64).flatMap((each) => [
      { name: 'in base64', text: each, isExact: true },
      { name: 'in base64url', text: each.replaceAll('+', '-').replaceAll('/', '_'), isExact: true },
    ]),
  ];
}

/** Returns the names of the ways in which a content has a trace. */
export function findTraces(content: string, traces: readonly Trace[]): string[] {
  const lower = content.toLowerCase();
  const found = traces.filter(({ text, isExact }) => (isExact ? content : lower).includes(text));
  return [...new Set(found.map(({ name }) => name))];
}

/** Returns every column of every row of every table, by the table. */
export async function dumpTables(db: Database): Promise<Map<string, string>> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const dump = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = await db.execute<{ text: string }>(
      sql`select to_jsonb(one)::text as text from ${sql.identifier(name)} as one`,
    );
    dump.set(name, rows.map(({ text }) => text).join('\n'));
  }
  return dump;
}

/** Returns the files below a folder with their names and bytes, without those of the database. */
export async function readFiles(folder: string, isDatabase: (path: string) => boolean): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || isDatabase(path)) continue;
    files.set(path, `${path}\n${(await readFile(path)).toString('latin1')}`);
  }
  return files;
}
