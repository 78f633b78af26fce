import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { projectFolder } from '../folders.ts';

/** An error that Vite found in a source: the file, the place in it, and the lines around it. */
interface SourceError {
  message: string;
  /** The file, perhaps with a query. */
  id: string;
  loc?: { line: number; column: number };
  /** The lines around the place, where the message does not show them. */
  frame?: string;
  errors?: SourceError[];
}

/**
 * Returns what a developer reads about an error in a source: what is wrong, file and line, the lines around it, and
 * what to do. Null for an error that is in no source.
 *
 * @param advice what to do: `Save the corrected file; the page then loads anew.`
 */
export function describeSourceError(error: unknown, advice: string): string | null {
  const { id, errors, message, frame, loc } = (error ?? {}) as Partial<SourceError>;
  if (!id || !message || !(errors?.[0]?.loc || loc)) return null;
  const place = errors?.[0]?.loc ?? loc;
  const lines = stripVTControlCharacters(errors?.[0]?.message ?? message).split('\n');
  const what = lines[0]?.replace(/^\[\w+\] (?:\S+:\d+:\d+: )?/, '');
  const around = frame ? stripVTControlCharacters(frame).split('\n') : lines.slice(1);
  const file = relative(projectFolder, id.replace(/\?.*$/, ''));
  return [
    `${file}:${place?.line}:${(place?.column ?? 0) + 1}  ${what}`,
    ...around.filter((line) => line.trim()),
    advice,
  ].join('\n');
}
