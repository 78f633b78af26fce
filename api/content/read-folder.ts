import { readdir } from 'node:fs/promises';

/** Returns an error handler that ignores missing parts of the folder; other errors are thrown. */
export function returnOnError<T>(code: string, none: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === code) return none;
    throw error;
  };
}

/** Returns the names of the files in a folder, sorted; none for a missing folder. */
export async function listFiles(folder: string, extension = ''): Promise<string[]> {
  const names = await readdir(folder).catch(returnOnError('ENOENT', [] as string[]));
  return names.filter((name) => name.endsWith(extension) && !name.startsWith('.')).sort();
}
