import type { EntryDetail } from '../../../contract/content/entry-shapes.ts';
import type { ViewRecord } from '../../page.ts';
import type { DetailType } from './entry-data.ts';

/** Returns the view that the API counts when an entry is opened; null for a preview. */
export function describeView({ type, slug, preview }: EntryDetail<DetailType>): ViewRecord | null {
  return preview ? null : { contentType: type, slug };
}
