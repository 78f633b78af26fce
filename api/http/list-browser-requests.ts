import { getEntryApiPath } from '../../contract/content/entry-paths.ts';
import { typesWithPages } from '../../contract/content/entry-types.ts';
import { browserRequests } from '../../contract/http/browser-requests.ts';
import { operations } from '../../contract/http/operations.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';

/** Returns the requests of the API that browsers of visitors make, from the tables of the contract. */
export async function listBrowserRequests(): Promise<StudioOutput<'browserRequests'>> {
  const entryPaths = typesWithPages.flatMap((type) =>
    (['list', 'item', 'byCategory', 'recent', 'recentExcept', 'related', 'metaKeys'] as const).flatMap(
      (operation) => getEntryApiPath(type, operation) ?? [],
    ),
  );
  const named = Object.entries(browserRequests).map(([name, when]) => {
    const { method, path } = operations[name as keyof typeof browserRequests];
    return { method, paths: [path as string], when };
  });
  return {
    items: [
      { method: 'GET', paths: [...new Set(entryPaths)], when: 'when an entry or a list is opened without a full load' },
      ...named,
    ],
  };
}
