import type { EntryDetail } from '../../../contract/entry-shapes.ts';
import type { View } from '../../page.ts';
import type { DetailType } from './entry-data.ts';

/** What is counted when an entry is opened; a preview is no reading. */
export function viewOf({ type, slug, preview }: EntryDetail<DetailType>): View | null {
  return preview ? null : { contentType: type, slug };
}
