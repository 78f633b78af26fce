import { createHash } from 'node:crypto';
import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { entryTypeNames, getEntryType } from '../../../contract/content/entry-types.ts';
import { listNames } from '../../../contract/studio/list-names.ts';
import { newRedirect } from '../../../contract/studio/redirect-operations.ts';
import type { Context } from '../../context.ts';
import { databaseIds } from '../../db/index.ts';
import { type ContentProblem, listFiles, returnOnError } from './problems.ts';
import { formatYaml, parseYaml } from './yaml.ts';

// The manifest of an export records the versions of its files. By the manifest, an import into the same database finds
// what was changed since in the files, and what in the Studio. An import into an empty database recognises an export
// that nobody has changed.

/** The name of the manifest, which an export writes and an import reads. */
export const manifestFile = 'export.yaml';

const id = z.int().min(1);
const moment = z.iso.datetime().nullable();

/**
 * An entry when it was exported. `text` and `next` are the ids of its revisions, and `draft` is the version of its
 * draft.
 */
const exportedEntry = z.strictObject({
  id,
  version: id,
  text: id.nullable(),
  next: id.nullable(),
  nextAt: moment,
  draft: id.nullable(),
  published: moment,
  withdrawn: moment,
  category: z.string().nullable(),
  order: z.int(),
  formerSlugs: z.array(z.string()),
});

const manifest = z.strictObject({
  /** The id of the database. */
  database: z.string(),
  /** The version of the content schema of the files. Exports of earlier releases did not record it. */
  schemaVersion: id.or(z.literal(0)).optional(),
  /** SHA-256 of each file. */
  files: z.record(z.string(), z.string()),
  /** By the path of the files, without their ending: `blog/hello`. */
  entries: z.record(z.string(), exportedEntry),
  /** The default is for exports of earlier releases, which did not record redirects. */
  redirects: z.array(newRedirect).default([]),
  /** The items of each list, by their slugs. Exports of earlier releases did not record them. */
  lists: z.partialRecord(z.enum(listNames), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
});

export type ExportedEntry = z.output<typeof exportedEntry>;
export type ExportManifest = z.output<typeof manifest>;

const notice = '# Written by npx site export and read by npx site import, to merge. Leave it as it is.\n';

export function hashText(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex');
}

export function formatExportManifest(content: ExportManifest): string {
  return notice + formatYaml(content);
}

/** Returns the manifest of the export that wrote a folder; null without one. `problems` gets its problems. */
export async function readExportManifest(root: string, problems: ContentProblem[]): Promise<ExportManifest | null> {
  const text = await readFile(join(root, manifestFile), 'utf8').catch(returnOnError('ENOENT', null));
  if (text === null) return null;
  const parsed = parseYaml(text, manifest, manifestFile);
  problems.push(...parsed.problems);
  return parsed.value;
}

/** Returns the names of the files that an import reads. */
async function listContentFiles(root: string): Promise<string[]> {
  const folders = [...entryTypeNames.map((type) => getEntryType(type).folder), 'team', 'media'];
  const nested = folders.map(async (folder) =>
    (await listFiles(join(root, folder))).map((name) => `${folder}/${name}`),
  );
  const own = (await listFiles(root, '.yaml')).filter((name) => name !== manifestFile);
  return [own, ...(await Promise.all(nested))].flat();
}

/** Returns whether the files of a folder are exactly those that an export wrote. */
export async function isUntouchedExport(root: string, { files }: ExportManifest): Promise<boolean> {
  const names = await listContentFiles(root);
  if (names.length !== Object.keys(files).length) return false;
  for (const name of names) if (files[name] !== hashText(await readFile(join(root, name)))) return false;
  return true;
}

/** Removes the files of an earlier export that have no entry any more, unless somebody has changed them. */
export async function removeOldFiles(root: string, kept: ReadonlySet<string>): Promise<void> {
  const old = await readExportManifest(root, []);
  const names = new Set(await listContentFiles(root));
  for (const [name, hash] of Object.entries(old?.files ?? {})) {
    if (kept.has(name) || !names.has(name)) continue;
    if (hashText(await readFile(join(root, name))) === hash) await unlink(join(root, name));
  }
}

/** Returns the id of the database, which the manifests of exports record. */
export async function getDatabaseId({ db }: Context): Promise<string> {
  const [row] = await db.select().from(databaseIds);
  if (!row) throw new Error('The database has no id');
  return row.id;
}
