import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesContext } from '../api/context.ts';
import { readStoredFile } from '../api/messages/files/link.ts';
import { toPrintable } from './to-printable.ts';

/**
 * Writes visitors' files to a folder, readable only by its owner, and prints their paths. Existing files are not
 * overwritten.
 */
export async function writeSubmissionFiles(
  ctx: FilesContext,
  files: readonly { token: string; name: string }[],
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { token, name } of files) {
    const { bytes } = await readStoredFile(ctx, token);
    // The sender chose the name; the token keeps files with the same name apart.
    const path = join(folder, `${token.slice(0, 8)}-${name.replace(/[^\p{L}\p{N}._ -]/gu, '_')}`);
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    console.error(`${toPrintable(path)}  ${bytes.length} bytes`);
  }
}
