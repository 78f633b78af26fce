import { getEntryPath, getEntryType, typesWithPages } from '../contract/content/entry-types.ts';
import { createClient } from '../contract/http/client.ts';
import type { Report } from './process/steps.ts';

/** Milliseconds after which a server is ready, even if some pages are not rendered yet. */
const timeLimit = 5_000;
/** How many of the newest entries are rendered. */
const entryCount = 6;

/** Returns the pages that most visitors open first: Home, the lists, and the newest entries. */
async function listFirstPages(address: string, signal: AbortSignal): Promise<string[]> {
  const client = createClient({ baseUrl: address, fetch });
  const { items } = await client.call('latest', { limit: entryCount }, { signal });
  const lists = typesWithPages.map((type) => getEntryType(type).listPath).filter((path) => path !== null);
  return ['/', ...lists, ...items.map(({ type, slug }) => getEntryPath(type, slug))];
}

/**
 * Requests the pages that most visitors open first, so that no visitor waits for code to be loaded and compiled. A page
 * that fails does not stop the start.
 */
export async function warmUp(address: string, ending: AbortSignal, report: Report): Promise<void> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(timeLimit)]);
  try {
    const paths = await listFirstPages(address, signal);
    for (const [index, path] of paths.entries()) {
      report(`${index + 1} of ${paths.length}`);
      const page = await fetch(address + path, { signal });
      await page.arrayBuffer();
    }
  } catch {
    // The server answers these pages later, and logs why one failed.
  }
}
