import type { AttachedFile } from '../../contract/forms/uploads.ts';

/**
 * The checkbox of a file that an earlier attempt stored, in a page without JavaScript. Its value is an `AttachedFile`
 * as JSON.
 */
export const keptField = 'keptFile';

/** The files of a form that was sent without JavaScript. */
export interface ReceivedFiles {
  attached: AttachedFile[];
  /** Sentences about the refused files; each names its file. */
  refused: string[];
  /** A hash of each file. Two uploads of one file have different tokens and the same hash. */
  digests: string[];
}
