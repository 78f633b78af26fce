import { eq } from 'drizzle-orm';
import type { NewRedirect } from '../../../contract/studio/redirect-operations.ts';
import type { Context } from '../../context.ts';
import { sharedValues } from '../../db/index.ts';
import { type ExportManifest, formatExportManifest, getDatabaseId, hashText } from './manifest.ts';
import type { ContentSources } from './read.ts';

const key = 'imported_redirects';

/** The redirects in the folder of the last import. */
interface LastRedirects {
  /** SHA-256 of the manifest in that folder; null without one. */
  exportHash: string | null;
  redirects: NewRedirect[];
}

const hashManifest = (manifest: ExportManifest | null) => manifest && hashText(formatExportManifest(manifest));

/**
 * Returns the redirects of a folder before somebody edited their file: as exported, or as last imported if that import
 * read the same export.
 */
export async function readLastRedirects(ctx: Context, manifest: ExportManifest | null): Promise<NewRedirect[]> {
  const [row] = await ctx.db.select().from(sharedValues).where(eq(sharedValues.name, key));
  const last = row ? (JSON.parse(row.value) as LastRedirects) : { exportHash: null, redirects: [] };
  const isOwnExport = manifest?.database === (await getDatabaseId(ctx));
  return isOwnExport && last.exportHash !== hashManifest(manifest) ? manifest.redirects : last.redirects;
}

/** Stores the redirects of a folder for the next import. */
export async function storeLastRedirects(
  { db }: Context,
  { redirects, manifest }: Pick<ContentSources, 'redirects' | 'manifest'>,
): Promise<void> {
  const last: LastRedirects = {
    exportHash: hashManifest(manifest),
    redirects: redirects.map(({ path, target }) => ({ path, target })),
  };
  const value = JSON.stringify(last);
  await db
    .insert(sharedValues)
    .values({ name: key, value })
    .onConflictDoUpdate({ target: sharedValues.name, set: { value } });
}
