import { readdir } from 'node:fs/promises';

/** Creates an error handler that returns a value for errors with a code, and throws all other errors again. */
export function returnOnError<T>(code: string, value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === code) return value;
    throw error;
  };
}

/** Returns the names of the files in a folder, sorted; none for a missing folder. */
export async function listFiles(folder: string, extension = ''): Promise<string[]> {
  const names = await readdir(folder).catch(returnOnError('ENOENT', [] as string[]));
  return names.filter((name) => name.endsWith(extension) && !name.startsWith('.')).sort();
}
