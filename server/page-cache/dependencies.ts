import { AsyncLocalStorage } from 'node:async_hooks';
import type { EntryOperation } from '../../contract/content/entry-paths.ts';
import { type EntryType, selectableTypes, typesWithPages } from '../../contract/content/entry-types.ts';
import { listedTypes } from '../../contract/content/list-settings.ts';
import type { PublicSettings } from '../../contract/content/setting-schemas.ts';
import { isApiFailure } from '../../contract/http/client.ts';
import type { Endpoint } from '../../contract/http/endpoints.ts';
import { type OperationName, operations } from '../../contract/http/operations.ts';

/**
 * A kind of content whose change invalidates responses, as migration 0010 announces it. `day` changes at midnight in
 * the company's time zone.
 */
export type CacheTag = EntryType | 'categories' | 'team' | 'personas' | 'day';

/** The content that a response was made from. */
export interface Dependencies {
  tags: Set<CacheTag>;
  /** False if the response read content without change notifications. Such a response is never cached. */
  isCacheable: boolean;
}

/** What a feed depends on: the setting `lists` says which types it shows. */
const feedTags: readonly CacheTag[] = [...listedTypes, 'SETTING'];

/**
 * The tags that each operation reads. A response of an operation missing here is not cached, because its changes are
 * not announced.
 */
const operationTags: Partial<Record<OperationName, (input: { type?: EntryType }) => readonly CacheTag[]>> = {
  categories: () => ['categories', ...selectableTypes],
  teamMembers: () => ['team'],
  teamByPosition: () => ['team'],
  positions: () => ['team'],
  personas: () => ['personas'],
  interests: () => ['personas'],
  // The menus have the titles of entries and the names of categories; see `answerTags`.
  settings: () => ['SETTING', ...typesWithPages, 'categories'],
  search: () => [...typesWithPages, 'categories'],
  recommended: () => [...feedTags, 'categories'],
  latest: ({ type }) => [...(type ? [type] : feedTags), 'categories'],
  feedItems: ({ type }) => [...(type ? [type] : feedTags), 'categories'],
  triviaOfTheDay: () => ['TRIVIA', 'day'],
  sitemap: () => typesWithPages,
};

/**
 * Returns the tags of an operation on entries. An entry shows the name of its category; a single entry also shows its
 * author. A setting says the order of a list.
 */
export function getEntryTags(type: EntryType, operation: EntryOperation): readonly CacheTag[] {
  if (operation === 'list' || operation === 'byCategory') return [type, 'categories', 'SETTING'];
  return operation === 'item' ? [type, 'categories', 'team'] : [type, 'categories'];
}

/** Returns the tags that an operation reads with this input; undefined if its changes are not announced. */
export function getOperationTags(name: OperationName, input: unknown): readonly CacheTag[] | undefined {
  return operationTags[name]?.(input as { type?: EntryType });
}

/**
 * The tags that an answer was made from, of operations whose answers say it; of others they are those of the input.
 * Undefined for an answer that must not be cached.
 */
export const answerTags: Partial<Record<OperationName, (answer: unknown) => readonly CacheTag[] | undefined>> = {
  settings: (answer) => ['SETTING', ...(answer as PublicSettings).menus.reads],
  search: (answer) =>
    operations.search.isCacheable(answer as { total: number }) ? operationTags.search?.({}) : undefined,
};

const tracked = new AsyncLocalStorage<Dependencies>();

/** Returns whether a failure describes the content, such as a missing entry, and not a temporary state. */
function isLasting(error: unknown): boolean {
  return isApiFailure(error) && error.kind === 'client' && error.status !== 408 && error.status !== 429;
}

/**
 * Runs a read, and adds the tags of its answer to the dependencies of the current response: those that the read can
 * have, or the part of them that `narrow` returns. After a read without tags the response is not cached.
 */
export async function trackRead<T>(
  tags: readonly CacheTag[] | undefined,
  read: () => Promise<T>,
  narrow?: (answer: T) => readonly CacheTag[] | undefined,
): Promise<T> {
  const dependencies = tracked.getStore();
  if (!dependencies) return read();
  const addTags = (added: readonly CacheTag[] = []) => {
    for (const tag of added) dependencies.tags.add(tag);
  };
  if (!tags) dependencies.isCacheable = false;
  if (!narrow) addTags(tags);
  try {
    const answer = await read();
    if (tags && narrow) {
      const narrowed = narrow(answer);
      if (!narrowed) dependencies.isCacheable = false;
      addTags(narrowed);
    }
    return answer;
  } catch (error) {
    addTags(tags);
    // A page can be rendered without data that could not be read, and no announcement says when reading works again.
    if (!isLasting(error)) dependencies.isCacheable = false;
    throw error;
  }
}

/** Makes a response, and returns it with the dependencies that `trackRead` recorded meanwhile. */
export async function trackDependencies<T>(make: () => Promise<T>): Promise<{ made: T; dependencies: Dependencies }> {
  const dependencies: Dependencies = { tags: new Set(), isCacheable: true };
  return { made: await tracked.run(dependencies, make), dependencies };
}

/** Returns the tags that an endpoint reads with any input; undefined if its changes are not announced. */
export function getEndpointTags({ target }: Endpoint): readonly CacheTag[] | undefined {
  if ('entryType' in target) return getEntryTags(target.entryType, target.operation);
  if (!('name' in target) || !operationTags[target.name]) return undefined;
  // A cache key may have any type in its query.
  const inputs = [{}, ...typesWithPages.map((type) => ({ type }))];
  return [...new Set(inputs.flatMap((input) => getOperationTags(target.name, input) ?? []))];
}
