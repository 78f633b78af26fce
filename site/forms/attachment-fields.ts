import type { AttachedFile } from '../../contract/uploads.ts';

/** A file kept from an earlier try, as a ticked box without JavaScript; its value is an `AttachedFile` as JSON. */
export const keptField = 'keptFile';

/** What became of the files that a form was sent with. */
export interface TakenFiles {
  attached: AttachedFile[];
  /** Why the others were not taken, a sentence each that names the file. */
  refused: string[];
  /** Hash of each file's bytes: the same form twice has the same, whatever tokens its files were given. */
  digests: string[];
}
