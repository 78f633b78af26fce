import type { ApiContext, Caller } from '../../context.ts';
import { countMissingFiles, countRows, sumCounts } from './find.ts';
import { listPersonalFiles, exportPersonalData as readPersonalData } from './personal-tables.ts';
import { recordPrivacyAct } from './record-act.ts';

/** Returns the path of a file in an archive. The sender chose its name; the token keeps equal names apart. */
function createArchivePath({ token, name }: { token: string; name: string }): string {
  return `files/${token.slice(0, 8)}-${name.replace(/[^\p{L}\p{N}._ -]/gu, '_')}`;
}

/** Returns everything that is stored about an address, and records that the caller has taken it. */
export async function exportPersonalData(ctx: ApiContext, { email }: { email: string }, caller: Caller) {
  const [stored, files] = await Promise.all([readPersonalData(ctx, email), listPersonalFiles(ctx, email)]);
  await recordPrivacyAct(ctx, 'EXPORT', caller, countRows(stored));
  return {
    email,
    at: new Date().toISOString(),
    stored: stored as Record<string, Record<string, unknown>[]>,
    files: await Promise.all(
      files.map(async (file) => ({
        token: file.token,
        path: createArchivePath(file),
        isMissing: !(await ctx.files.has(file.storageKey)),
      })),
    ),
  };
}

/** Returns what an archive of an address would contain. */
export async function planPersonalExport(ctx: ApiContext, { email }: { email: string }) {
  const [stored, files, missingFiles] = await Promise.all([
    readPersonalData(ctx, email),
    listPersonalFiles(ctx, email),
    countMissingFiles(ctx, email),
  ]);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return { rows: sumCounts(countRows(stored)), files: files.length, bytes, missingFiles };
}
