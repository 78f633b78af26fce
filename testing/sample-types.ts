import type { SelectableType, TypeWithPages } from '../contract/content/entry-types.ts';
import { type Endpoint, publicEndpoints } from '../contract/http/endpoints.ts';

/**
 * Two types of entry that stand for all: one sorted by date, with categories and feeds, and one sorted by position,
 * without. What every type has in common is checked by `api/content/entries/every-type.test.ts` for each of the eight.
 */
export const sampleTypes = ['BLOG', 'SERVICE'] as const satisfies readonly TypeWithPages[];

/** Two types with categories. */
export const sampleSelectableTypes = ['BLOG', 'TRIVIA'] as const satisfies readonly SelectableType[];

function isOfSampleType({ target }: Endpoint): boolean {
  return !('entryType' in target) || (sampleTypes as readonly TypeWithPages[]).includes(target.entryType);
}

const sampled = publicEndpoints.filter(isOfSampleType);
const sampledOperations = new Set(sampled.map(({ target }) => ('operation' in target ? target.operation : '')));

/** The endpoints, where operations on entries are those of the sample types and those that only another type has. */
export const sampleEndpoints: readonly Endpoint[] = publicEndpoints.filter(
  (endpoint) =>
    isOfSampleType(endpoint) || ('operation' in endpoint.target && !sampledOperations.has(endpoint.target.operation)),
);
