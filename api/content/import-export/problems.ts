import { readdir } from 'node:fs/promises';

/** A problem in the content, with its place in the files. */
export interface ContentProblem {
  file: string;
  line: number;
  field: string;
  message: string;
}

/** An item that an import leaves as it is, and the reason. */
export interface KeptItem {
  name: string;
  reason: string;
}

/** All problems of a folder of content. Nothing was imported. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly problems: ContentProblem[];

  constructor(problems: ContentProblem[]) {
    super(
      problems
        .map(({ file, line, field, message }) => `${file}:${line} ${field ? `${field}: ` : ''}${message}`)
        .join('\n'),
    );
    this.problems = problems;
  }
}

/** Creates an error handler that returns a value for errors with a code, and throws all other errors again. */
export function returnOnError<T>(code: string, value: T): (error: NodeJS.ErrnoException) => T {
  return (error) => {
    if (error.code === code) return value;
    throw error;
  };
}

/** Returns the names of the files in a folder, sorted, without its subfolders; none for a missing folder. */
export async function listFiles(folder: string, extension = ''): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(returnOnError('ENOENT', []));
  const names = found.filter((each) => !each.isDirectory()).map(({ name }) => name);
  return names.filter((name) => name.endsWith(extension) && !name.startsWith('.')).sort();
}
