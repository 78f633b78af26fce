import { setTimeout as sleep } from 'node:timers/promises';
import { entryTypes, typesWithPages } from '../../contract/content/entry-types.ts';
import { typesWithList } from '../../contract/content/list-settings.ts';
import { feedFormats } from '../../site/documents/feeds.ts';
import { getUniqueIpAddress } from '../../testing/api.ts';

/** What visitors get at addresses: status and body by path. */
export type SiteSnapshot = Map<string, string>;

/** Returns the addresses that show entries besides their own pages: Home, lists, feeds, the sitemap and searches. */
export function getSharedPaths(searchTerms: readonly string[]): string[] {
  const lists = typesWithPages.flatMap((type) => entryTypes[type].listPath ?? []);
  const feeds = feedFormats.flatMap(({ name }) => [
    `/${name}`,
    ...typesWithList.map((type) => `${entryTypes[type].listPath}/${name}`),
  ]);
  const searches = searchTerms.map((term) => `/api/search/list?${new URLSearchParams({ q: term })}`);
  return ['/', ...lists, ...feeds, '/sitemap.xml', ...searches];
}

/** The times of change in feeds: an undone act changes the words once more, which readers of feeds must learn. */
const changeTimes = /<(updated|lastBuildDate|atom:updated)>[^<]*<\/\1>|"date_modified":\s*"[^"]*"/g;

/** Reads what a visitor gets at each path, without the times of change in feeds. */
export async function readSite(address: string, paths: readonly string[]): Promise<SiteSnapshot> {
  const snapshot: SiteSnapshot = new Map();
  for (const path of new Set(paths)) {
    // A network of its own for each request, because searches are limited by network. The site must trust one proxy.
    const answer = await fetch(address + path, {
      redirect: 'manual',
      headers: { 'x-forwarded-for': getUniqueIpAddress() },
    });
    // An error page shows the id of its request, so only its status is compared.
    const body = await answer.text();
    const text = path.includes('/feed.') ? body.replace(changeTimes, '') : body;
    snapshot.set(path, answer.status < 400 ? `${answer.status} ${text}` : `${answer.status}`);
  }
  return snapshot;
}

/** Returns the paths at which two snapshots differ. */
export function findDifferences(before: SiteSnapshot, after: SiteSnapshot): string[] {
  return [...before.keys()].filter((path) => before.get(path) !== after.get(path));
}

/**
 * Reads the site until it equals a snapshot, for at most two seconds, because page caches learn of a change later.
 * Returns the differing paths.
 */
export async function waitUntilSame(address: string, expected: SiteSnapshot): Promise<string[]> {
  let differing = [...expected.keys()];
  for (let attempt = 0; attempt < 40 && differing.length > 0; attempt++) {
    if (attempt > 0) await sleep(50);
    const wanted = new Map(differing.map((path) => [path, expected.get(path) ?? '']));
    differing = findDifferences(wanted, await readSite(address, differing));
  }
  return differing;
}

/** Reads the site until it differs from a snapshot, for at most two seconds. Returns whether it did. */
export async function waitUntilDifferent(address: string, before: SiteSnapshot): Promise<boolean> {
  for (let attempt = 0; attempt < 20; attempt++) {
    if (findDifferences(before, await readSite(address, [...before.keys()])).length > 0) return true;
    await sleep(100);
  }
  return false;
}
