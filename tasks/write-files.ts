import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilesContext } from '../api/context.ts';
import { readStoredFile } from '../api/files/read.ts';
import { printable } from './printable.ts';

/** Writes visitors' files to a folder, for its owner alone, and prints where each went; no file is written over. */
export async function writeFiles(
  ctx: FilesContext,
  files: readonly { token: string; name: string }[],
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { token, name } of files) {
    const { bytes } = await readStoredFile(ctx, token);
    // The name is whatever the sender's computer called it; the token keeps two of one name apart.
    const path = join(folder, `${token.slice(0, 8)}-${name.replace(/[^\p{L}\p{N}._ -]/gu, '_')}`);
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    console.error(`${printable(path)}  ${bytes.length} bytes`);
  }
}
