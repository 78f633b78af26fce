import { readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { z } from 'zod';
import { entryFields } from '../../../contract/content/entry-fields.ts';
import { type EntryType, entryTypeNames, getEntryType } from '../../../contract/content/entry-types.ts';
import { isReservedPageSlug } from '../../../contract/content/page-slugs.ts';
import { isSettingSlug, settingSlugs } from '../../../contract/content/settings.ts';
import {
  contentSchemaVersion,
  findVersionOfFile,
  upgradeText,
  type VersionedEntry,
  versionWithMenus,
} from '../../../contract/studio/content-versions.ts';

import { type DraftContent, slug as slugSchema } from '../../../contract/studio/draft-content.ts';
import { makeSlug } from '../../make-slug.ts';
import type { FormerMenuPage } from '../former-menus.ts';
import { parseDraftFile } from './draft-files.ts';
import { type ExportManifest, isUntouchedExport, readExportManifest } from './manifest.ts';
import { type MediaSource, readMedia } from './media.ts';
import { ContentError, type ContentProblem, listFiles, returnOnError } from './problems.ts';
import { type RedirectSource, readRedirects } from './read-redirects.ts';
import {
  addImpliedFields,
  categoryFile,
  commonFrontMatterNames,
  createFrontMatterSchema,
  type EntryFrontMatter,
  getFileEnding,
  interestFile,
  mediaFile,
  memberFrontMatter,
  nextFrontMatter,
  personaFile,
  positionFile,
  type TextFrontMatter,
} from './schemas.ts';
import { type FindLine, parseYaml, trimBody } from './yaml.ts';

/** A Markdown file: its path and content, and the line of each field and of the body. */
interface Source {
  file: string;
  findLine: FindLine;
  bodyLine: number;
  /** The body, which is empty where it became a part of the own fields. */
  body: string;
  /** The body as it is in the file. */
  fileBody: string;
}

export interface EntryText extends Source {
  fields: Record<string, unknown>;
}

export interface EntrySource extends EntryText {
  type: EntryType;
  slug: string;
  head: EntryFrontMatter;
  next: (EntryText & { head: TextFrontMatter }) | null;
}

/** A draft that an editor has not published: `<slug>@draft.md`, beside or without its entry. */
export interface DraftSource {
  type: EntryType;
  slug: string;
  file: string;
  content: DraftContent;
}

interface MemberSource extends Source {
  slug: string;
  head: z.output<typeof memberFrontMatter>;
}

export interface ContentSources {
  categories: z.output<typeof categoryFile>;
  positions: z.output<typeof positionFile>;
  interests: z.output<typeof interestFile>;
  personas: z.output<typeof personaFile>;
  members: MemberSource[];
  entries: EntrySource[];
  drafts: DraftSource[];
  media: MediaSource[];
  redirects: RedirectSource[];
  /** The manifest of the export that wrote the folder; null if no export did. */
  manifest: ExportManifest | null;
  /** The pages of an export of a release in which pages named their menus; null for another folder. */
  formerMenuPages: FormerMenuPage[] | null;
  /** Whether an export wrote the folder, and nobody has changed a file since. */
  isUntouchedExport: boolean;
}

async function readList<S extends z.ZodType>(
  root: string,
  file: string,
  schema: S,
  problems: ContentProblem[],
): Promise<z.output<S> | null> {
  const text = await readFile(join(root, file), 'utf8').catch(returnOnError('ENOENT', '[]'));
  const parsed = parseYaml(text, schema, file);
  problems.push(...parsed.problems);
  return parsed.value;
}

/** Reads a file of YAML, or of Markdown below front matter. */
async function readSource<S extends z.ZodType>(root: string, file: string, schema: S, problems: ContentProblem[]) {
  const text = (await readFile(join(root, file), 'utf8')).replaceAll('\r\n', '\n');
  const isYaml = file.endsWith('.yaml');
  const [, matter, body] = isYaml ? ['', text, ''] : (/^---\n([\s\S]*?\n)---\n([\s\S]*)$/.exec(text) ?? []);
  if (matter === undefined || body === undefined) {
    problems.push({ file, line: 1, field: '', message: 'must begin with front matter between two lines of ---' });
    return null;
  }
  if (body.includes('\0')) problems.push({ file, line: 1, field: '', message: 'contains a NUL character' });
  const parsed = parseYaml(matter, schema, file, isYaml ? 1 : 2);
  problems.push(...parsed.problems);
  if (parsed.value === null) return null;
  const emptyLines = /^(?:[^\S\n]*\n)*/.exec(body)?.[0].split('\n').length ?? 1;
  const bodyLine = matter.split('\n').length + 1 + emptyLines;
  const fileBody = trimBody(body);
  return { file, head: parsed.value, findLine: parsed.findLine, bodyLine, body: fileBody, fileBody };
}

const draftEnding = '@draft.md';

/** Returns the version of the content schema with which the files of a folder were written. */
const getVersion = (manifest: ExportManifest | null): number => manifest?.schemaVersion ?? contentSchemaVersion;

/**
 * Reads own fields: all front matter that is not common. They are converted, with the body, from the version of the
 * content schema that the export recorded, and validated by the type's schema of the contract.
 */
function readOwnFields(
  entry: VersionedEntry,
  manifest: ExportManifest | null,
  source: Source & { head: Record<string, unknown> },
  problems: ContentProblem[],
): Pick<EntryText, 'fields' | 'body'> | null {
  const own = Object.fromEntries(Object.entries(source.head).filter(([name]) => !commonFrontMatterNames.has(name)));
  const text = { title: '', summary: '', body: source.body, keywords: [], interests: [], fields: own };
  const version = getVersion(manifest);
  const isExported = manifest !== null && Object.hasOwn(manifest.files, source.file);
  const upgraded = upgradeText(entry, isExported ? version : findVersionOfFile(entry.type, own, version), text);
  const parsed = entryFields[entry.type].safeParse(upgraded.fields);
  if (parsed.success) return { fields: parsed.data, body: trimBody(upgraded.body) };
  for (const { path, message } of parsed.error.issues) {
    problems.push({ file: source.file, line: source.findLine(path), field: path.join('.'), message });
  }
  return null;
}

/** Returns the slug that is the name of a Markdown file; null with a problem if it is not valid. */
async function readSlug(file: string, problems: ContentProblem[], ending = '.md'): Promise<string | null> {
  const slug = basename(file, ending);
  if (slugSchema.safeParse(slug).success) return slug;
  const example = `${await makeSlug(slug, 'name')}${ending}`;
  const message = `the file's name is the slug: lower-case letters, digits, single hyphens, such as ${example}`;
  problems.push({ file, line: 1, field: 'slug', message });
  return null;
}

async function readEntry(
  root: string,
  type: EntryType,
  manifest: ExportManifest | null,
  file: string,
  problems: ContentProblem[],
): Promise<EntrySource | null> {
  const slug = await readSlug(file, problems, getFileEnding(type));
  if (slug === null) return null;
  if (type === 'SETTING' && !isSettingSlug(slug)) {
    const message = `there is no such setting; there are ${settingSlugs.join(', ')}`;
    problems.push({ file, line: 1, field: 'slug', message });
    return null;
  }
  const isExported = manifest !== null && Object.hasOwn(manifest.files, file);
  const schema = addImpliedFields(type, slug, createFrontMatterSchema(type, isExported));
  const source = await readSource(root, file, schema, problems);
  const own = source && readOwnFields({ type, slug }, manifest, source, problems);
  return source && own && { ...source, ...own, type, slug, next: null };
}

async function readEntries(
  root: string,
  type: EntryType,
  manifest: ExportManifest | null,
  problems: ContentProblem[],
): Promise<EntrySource[]> {
  const { folder } = getEntryType(type);
  const ending = getFileEnding(type);
  const names = (await listFiles(join(root, folder), ending)).filter((name) => !name.endsWith(draftEnding));
  const nexts = names.filter((name) => name.endsWith(`@next${ending}`));
  const found = await Promise.all(
    names
      .filter((name) => !nexts.includes(name))
      .map((name) => readEntry(root, type, manifest, `${folder}/${name}`, problems)),
  );
  const entries = found.filter((entry) => entry !== null);
  for (const name of nexts) {
    const file = `${folder}/${name}`;
    const slug = basename(file, `@next${ending}`);
    const source = await readSource(root, file, addImpliedFields(type, slug, nextFrontMatter), problems);
    const own = source && readOwnFields({ type, slug }, manifest, source, problems);
    const entry = entries.find((each) => each.slug === slug);
    if (!names.includes(slug + ending))
      problems.push({ file, line: 1, field: 'slug', message: 'there is no entry for this to replace' });
    else if (entry && source && own) entry.next = { ...source, ...own };
  }
  return entries;
}

async function readDrafts(
  root: string,
  type: EntryType,
  version: number,
  problems: ContentProblem[],
): Promise<DraftSource[]> {
  const { folder } = getEntryType(type);
  const names = await listFiles(join(root, folder), draftEnding);
  const found = await Promise.all(
    names.map(async (name) => {
      const file = `${folder}/${name}`;
      const slug = await readSlug(file, problems, draftEnding);
      const read = parseDraftFile(await readFile(join(root, file), 'utf8'), file);
      problems.push(...read.problems);
      if (type === 'PAGE' && slug !== null && isReservedPageSlug(slug)) {
        const message = `/${slug} is an address of the site itself; choose another slug`;
        problems.push({ file, line: 1, field: 'slug', message });
      }
      if (slug === null || !read.content) return [];
      return [{ type, slug, file, content: upgradeText({ type, slug }, version, read.content) }];
    }),
  );
  return found.flat();
}

async function readMembers(root: string, problems: ContentProblem[]): Promise<MemberSource[]> {
  const names = await listFiles(join(root, 'team'), '.md');
  const found = await Promise.all(
    names.map(async (name) => {
      const file = `team/${name}`;
      const slug = await readSlug(file, problems);
      const source = await readSource(root, file, memberFrontMatter, problems);
      return slug !== null && source ? [{ ...source, slug }] : [];
    }),
  );
  return found.flat();
}

/** Returns the pages with their field `menu`, in the order of editors. */
function listMenuPages(entries: readonly EntrySource[]): FormerMenuPage[] | null {
  const pages = entries.filter(({ type, head }) => type === 'PAGE' && !head.draft);
  const sorted = pages.toSorted((a, b) => a.head.order - b.head.order || (a.slug < b.slug ? -1 : 1));
  return sorted.length > 0 ? sorted.map(({ slug, head }) => ({ slug, menu: head.menu })) : null;
}

/** Reads a folder of content and validates every file; `problems` gets all problems. */
export async function readContent(root: string, problems: ContentProblem[]): Promise<ContentSources> {
  if (!(await stat(root).catch(() => null))?.isDirectory()) {
    throw new ContentError([{ file: root, line: 1, field: '', message: 'is not a folder' }]);
  }
  const manifest = await readExportManifest(root, problems);
  const version = getVersion(manifest);
  const entries = (await Promise.all(entryTypeNames.map((type) => readEntries(root, type, manifest, problems)))).flat();
  return {
    manifest,
    isUntouchedExport: manifest !== null && (await isUntouchedExport(root, manifest)),
    categories: (await readList(root, 'categories.yaml', categoryFile, problems)) ?? [],
    positions: (await readList(root, 'positions.yaml', positionFile, problems)) ?? [],
    interests: (await readList(root, 'interests.yaml', interestFile, problems)) ?? [],
    personas: (await readList(root, 'personas.yaml', personaFile, problems)) ?? [],
    members: await readMembers(root, problems),
    entries,
    drafts: (await Promise.all(entryTypeNames.map((type) => readDrafts(root, type, version, problems)))).flat(),
    media: await readMedia(root, (await readList(root, 'media.yaml', mediaFile, problems)) ?? [], problems),
    redirects: await readRedirects(root, problems),
    formerMenuPages: version < versionWithMenus ? listMenuPages(entries) : null,
  };
}
