import { AsyncLocalStorage } from 'node:async_hooks';
import { type Client, isApiFailure } from '../../contract/client.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import type { EntryOperation } from '../../contract/entry-paths.ts';
import { type EntryType, entryTypeNames, getEntryType, selectableTypes } from '../../contract/entry-types.ts';
import type { OperationName } from '../../contract/paths.ts';

/** A kind of content that a change invalidates, as migration 0010 names it; `day` changes at the company's midnight. */
export type CacheTag = EntryType | 'categories' | 'team' | 'personas' | 'day';

/** What a response was made from. */
export interface Dependencies {
  tags: Set<CacheTag>;
  /** False if the response read something whose changes are not announced; such a response is never cached. */
  isAnnounced: boolean;
}

const feedTypes = entryTypeNames.filter((type) => getEntryType(type).feed);

/**
 * What each operation reads. A response that used an operation missing here is not cached, because changes of what that
 * operation reads are not announced.
 */
const operationTags: Partial<Record<OperationName, (input: { type?: EntryType }) => readonly CacheTag[]>> = {
  categories: () => ['categories', ...selectableTypes],
  teamMembers: () => ['team'],
  teamByPosition: () => ['team'],
  positions: () => ['team'],
  personas: () => ['personas'],
  interests: () => ['personas'],
  search: () => [...entryTypeNames, 'categories'],
  recommended: () => [...feedTypes, 'categories'],
  latest: ({ type }) => [...(type ? [type] : feedTypes), 'categories'],
  triviaOfTheDay: () => ['TRIVIA', 'day'],
  sitemap: () => entryTypeNames,
};

/** An entry shows the name of its category; a whole entry also shows its author. */
export function tagsOfEntries(type: EntryType, operation: EntryOperation): readonly CacheTag[] {
  return operation === 'item' ? [type, 'categories', 'team'] : [type, 'categories'];
}

/** Returns what an operation reads, given its input; undefined where changes of it are not announced. */
export function tagsOfOperation(name: OperationName, input: unknown): readonly CacheTag[] | undefined {
  return operationTags[name]?.(input as { type?: EntryType });
}

const tracked = new AsyncLocalStorage<Dependencies>();

/** Whether a failure says something of the content, such as that there is no such entry, and not of the moment. */
function isLasting(error: unknown): boolean {
  return isApiFailure(error) && error.kind === 'client' && error.status !== 408 && error.status !== 429;
}

async function track<T>(tags: readonly CacheTag[] | undefined, read: () => Promise<T>): Promise<T> {
  const dependencies = tracked.getStore();
  if (!dependencies) return read();
  if (tags) for (const tag of tags) dependencies.tags.add(tag);
  else dependencies.isAnnounced = false;
  try {
    return await read();
  } catch (error) {
    // A page may be made without what could not be read just now, and nothing announces when it can be read again.
    if (!isLasting(error)) dependencies.isAnnounced = false;
    throw error;
  }
}

/** Returns a client that adds what it reads to the dependencies of the response being made. */
export function trackingClient(client: Client): Client {
  return {
    entries: (type, operation, input, options) =>
      track(tagsOfEntries(type, operation), () => client.entries(type, operation, input, options)),
    call: (name, input, options) => track(tagsOfOperation(name, input), () => client.call(name, input, options)),
    upload: (files, options) => client.upload(files, options),
    // The API's own description changes only with a release.
    openApi: (options) => client.openApi(options),
  };
}

/** Makes a response and returns it with everything that a tracking client read meanwhile. */
export async function trackDependencies<T>(make: () => Promise<T>): Promise<{ made: T; dependencies: Dependencies }> {
  const dependencies: Dependencies = { tags: new Set(), isAnnounced: true };
  return { made: await tracked.run(dependencies, make), dependencies };
}

/** Returns what an endpoint reads, for any type where the path does not name one; undefined where it is not announced. */
export function tagsOfEndpoint({ target }: Endpoint): readonly CacheTag[] | undefined {
  return 'entryType' in target ? tagsOfEntries(target.entryType, target.operation) : tagsOfOperation(target.name, {});
}
