import { formatCount } from '../../contract/content/number-text.ts';
import type { BulkActKind } from '../../contract/studio/bulk-kinds.ts';

/** How the Studio names each kind of bulk action. */
export const bulkWords: Record<BulkActKind, { verb: string; done: string; title: string }> = {
  PUBLISH: { verb: 'publish', done: 'Published', title: 'Publish entries' },
  WITHDRAW: { verb: 'withdraw', done: 'Withdrew', title: 'Withdraw entries' },
  IMPORT: { verb: 'import', done: 'Imported files of', title: 'Import entries' },
  CATEGORISE: { verb: 'categorise', done: 'Categorised', title: 'Categorise entries' },
};

/** Returns a number of entries in words: `1 entry`, `12 entries`. */
export function countEntries(count: number): string {
  return formatCount(count, 'entry', 'entries');
}
