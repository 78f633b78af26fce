import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportContent } from '../../api/content/import-export/export.ts';
import { manifestFile } from '../../api/content/import-export/manifest.ts';
import type { Context } from '../../api/context.ts';

/** The texts of an export by the names of their files, without pictures and the manifest. */
export type ExportedFiles = Map<string, string>;

/** Exports all content to a folder as `npx site export` does, and reads it. */
export async function readExport(ctx: Context): Promise<ExportedFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'byte-stable-'));
  await exportContent(ctx, folder);
  const names = await readdir(folder, { recursive: true });
  const texts: ExportedFiles = new Map();
  for (const name of names.filter((each) => /\.(?:md|yaml)$/.test(each) && each !== manifestFile))
    texts.set(name, await readFile(join(folder, name), 'utf8'));
  await rm(folder, { recursive: true, force: true });
  return texts;
}

/** The change of one line that the export of a file must show. */
export interface ExpectedEdit {
  /** The words that the changed line has afterwards. */
  words: string;
  /** The changed line as it was and as it must be; null: any line with the words. */
  line: { before: string; after: string } | null;
}

/** Returns how a file differs otherwise than by one line for each expected edit; null if it does not. */
function describeUnexpectedEdit(before: string, after: string, edits: readonly ExpectedEdit[]): string | null {
  const [old, changed] = [before.split('\n'), after.split('\n')];
  const differing = old.flatMap((text, place) => (text === changed[place] ? [] : [place]));
  if (old.length !== changed.length) return `had ${old.length} lines and has ${changed.length}`;
  if (differing.length !== edits.length) return `${differing.length} lines differ after ${edits.length} edits`;
  for (const place of differing) {
    const [from, to = ''] = [old[place], changed[place]];
    const isExpected = edits.some(
      ({ words, line }) => to.includes(words) && (!line || (from === line.before && to === line.after)),
    );
    if (!isExpected) return `line ${place + 1} became ${to.slice(0, 200)}`;
  }
  return null;
}

/** Returns the differences of two exports other than the expected edits, one line for each file. */
export function findUnexpected(
  before: ExportedFiles,
  after: ExportedFiles,
  edits: ReadonlyMap<string, readonly ExpectedEdit[]>,
): string[] {
  const names = [...new Set([...before.keys(), ...after.keys(), ...edits.keys()])];
  return names.flatMap((name) => {
    const [old, changed] = [before.get(name), after.get(name)];
    if (old === undefined || changed === undefined) return [`${name}: in one of the exports only`];
    const expected = edits.get(name);
    if (!expected) return old === changed ? [] : [`${name}: changed without an edit`];
    const problem = describeUnexpectedEdit(old, changed, expected);
    return problem === null ? [] : [`${name}: ${problem}`];
  });
}
