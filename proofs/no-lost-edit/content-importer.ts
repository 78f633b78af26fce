import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { exportContent } from '../../api/content/import-export/export.ts';
import { importContent } from '../../api/content/import-export/import.ts';
import { manifestFile, readExportManifest } from '../../api/content/import-export/manifest.ts';
import { ContentError } from '../../api/content/import-export/problems.ts';
import { entries } from '../../api/db/tables.ts';
import { entryTypes } from '../../contract/content/entry-types.ts';
import { type Counts, count, type ProofSite } from './proof-site.ts';

/** A person who writes pages in files and imports them. */
export interface ContentImporter {
  /** Adds a marker to the file of a page and imports the folder. Records the marker if the import was accepted. */
  importMarker(entryId: number, marker: string): Promise<void>;
  /** The accepted markers by their page. */
  markers: Map<number, string[]>;
}

const lists = ['categories.yaml', 'positions.yaml', 'interests.yaml', 'personas.yaml', manifestFile];

/** Returns the name of the file with the scheduled text of a page. */
const toNextFile = (file: string) => file.replace(/\.md$/, '@next.md');

/**
 * Creates a person who imports pages. Their folder becomes older with every edit in the Studio: they export again only
 * when an import is refused, or when a page was renamed.
 */
export function createContentImporter(
  { ctx }: ProofSite,
  entryIds: readonly number[],
  folder: string,
  counts: Counts,
): ContentImporter {
  const markers = new Map<number, string[]>();
  /** The file of each page in the folder. */
  const files = new Map<number, string>();

  async function getFile(entryId: number): Promise<string> {
    const [entry] = await ctx.db.select({ slug: entries.slug }).from(entries).where(eq(entries.id, entryId));
    return `${entryTypes.PAGE.folder}/${entry?.slug}.md`;
  }

  /** Exports the site, and keeps the files of the pages. An import without the file of a scheduled text cancels it. */
  async function exportPages(): Promise<void> {
    const whole = `${folder}-whole`;
    await rm(folder, { recursive: true, force: true });
    await exportContent(ctx, whole);
    for (const [name, { id }] of Object.entries((await readExportManifest(whole, []))?.entries ?? {}))
      if (entryIds.includes(id)) files.set(id, `${name}.md`);
    const nexts = [...files.values()].map(toNextFile).filter((file) => existsSync(join(whole, file)));
    const kept = [...lists, ...files.values(), ...nexts];
    for (const name of kept) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), await readFile(join(whole, name)));
    }
    await rm(whole, { recursive: true });
  }

  async function addMarker(page: string, marker: string): Promise<void> {
    // A scheduled text later replaces the published one as a whole, so the marker goes into the scheduled one.
    const file = existsSync(join(folder, toNextFile(page))) ? toNextFile(page) : page;
    const text = await readFile(join(folder, file), 'utf8');
    const lines = text.split('\n');
    const paragraphs = [...lines.keys()].filter((line) => lines[line]?.includes('Paragraph '));
    const line = paragraphs[randomInt(paragraphs.length)] ?? 0;
    // Editors write at the end of a paragraph, so both changes can be merged.
    lines[line] = (lines[line] ?? '').replace('Paragraph ', `${marker} Paragraph `);
    await writeFile(join(folder, file), lines.join('\n'));
  }

  return {
    markers,
    importMarker: async (entryId, marker) => {
      try {
        const file = await getFile(entryId);
        // The folder has no file of a page that was renamed.
        if (files.get(entryId) !== file) await exportPages();
        await addMarker(files.get(entryId) ?? file, marker);
        await importContent(ctx, folder);
        count(counts, 'imports');
        markers.set(entryId, [...(markers.get(entryId) ?? []), marker]);
      } catch (error) {
        // The page was renamed, somebody changed the same words, or the transaction conflicted with another one.
        count(counts, error instanceof ContentError ? 'refused imports' : 'failed imports');
        files.clear();
      }
    },
  };
}
