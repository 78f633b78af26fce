import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client } from '../../contract/client.ts';
import type { Endpoint } from '../../contract/endpoints.ts';
import type { EntryOperation } from '../../contract/entry-paths.ts';
import { type EntryType, entryType, entryTypeNames, selectableTypes } from '../../contract/entry-types.ts';
import type { OperationName } from '../../contract/paths.ts';

/** A kind of content that a change can touch, as migration 0010 names it; `day` changes at the company's midnight. */
export type Source = EntryType | 'categories' | 'team' | 'personas' | 'day';

/** What an answer was made from. */
export interface Reading {
  sources: Set<Source>;
  /** False where something was read whose changes nobody announces; such an answer is never kept. */
  isAnnounced: boolean;
}

const feedTypes = entryTypeNames.filter((type) => entryType(type).feed);

/**
 * What each operation reads. One that is not here reads something whose changes are not announced: an answer made with it
 * is not kept. The API's own description changes with a release only.
 */
const sourcesOf: Partial<Record<OperationName, (input: { type?: EntryType }) => readonly Source[]>> = {
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

/** An entry shows the name of its category, and whole also its author. */
export function sourcesOfEntries(type: EntryType, operation: EntryOperation): readonly Source[] {
  return operation === 'item' ? [type, 'categories', 'team'] : [type, 'categories'];
}

/** What an operation reads, given its input; undefined where changes of it are not announced. */
export function sourcesOfOperation(name: OperationName, input: unknown): readonly Source[] | undefined {
  return sourcesOf[name]?.(input as { type?: EntryType });
}

const readings = new AsyncLocalStorage<Reading>();

function note(sources: readonly Source[] | undefined): void {
  const reading = readings.getStore();
  if (!reading) return;
  if (sources) for (const source of sources) reading.sources.add(source);
  else reading.isAnnounced = false;
}

/** A client that notes what it is asked for in the reading under way, if there is one. */
export function notingClient(client: Client): Client {
  return {
    entries: (type, operation, input, options) => {
      note(sourcesOfEntries(type, operation));
      return client.entries(type, operation, input, options);
    },
    call: (name, input, options) => {
      note(sourcesOfOperation(name, input));
      return client.call(name, input, options);
    },
    upload: (files, options) => client.upload(files, options),
    openApi: (options) => client.openApi(options),
  };
}

/** Runs what makes an answer and tells what was read meanwhile through a noting client. */
export async function noteReading<T>(make: () => Promise<T>): Promise<{ made: T; reading: Reading }> {
  const reading: Reading = { sources: new Set(), isAnnounced: true };
  return { made: await readings.run(reading, make), reading };
}

/** What an endpoint reads; any type where the address does not say which. */
export function sourcesOfEndpoint({ verb }: Endpoint): readonly Source[] | undefined {
  return 'entryType' in verb ? sourcesOfEntries(verb.entryType, verb.operation) : sourcesOfOperation(verb.name, {});
}
