import { lt, sql } from 'drizzle-orm';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { isBot } from '../../anonymous-counts.ts';
import type { Context } from '../../context.ts';
import { missingPages, redirectHits } from '../../db/index.ts';
import { createLimiter, getNetwork } from '../../limit-rates.ts';

/** The most addresses that are stored for one day, so that no stranger can fill the table. */
export const mostMissingOfDay = 2_000;

/** The most addresses that wait in memory to be stored. */
const mostWaiting = 1_000;

/** Milliseconds until what was counted is stored. */
const storingPause = 5_000;

/** Days for which addresses without a page are kept. */
const keptDays = 90;

/** What programs ask for that look for weak spots of other software. */
const scannedPaths =
  /^\/(?:wp-|wordpress|xmlrpc|phpmyadmin|pma\b|cgi-bin|vendor\/|actuator|solr\/|owa\/|boaform|hudson|jenkins|telescope|_ignition|geoserver|hnap1|autodiscover|\.)|\/(?:wp-(?:login|admin|content|includes|config)|\.(?:env|git|aws|ssh|svn|ds_store))|\.(?:asp|aspx|jsp|cgi|env|sql|bak|old|zip|tar|gz|rar|7z|ini|yml|yaml|log|pem|key|config)$/;

/** A part of an address that can be personal: a long number, or a key that no person writes. */
const personalPart = /\d{7}|%|[\w~]{25}/;

/** Returns an address to count; empty for one that programs look for, null for one that may be personal. */
export function cleanMissingPath(path: string): string | null {
  const lower = path.toLowerCase();
  if (scannedPaths.test(lower)) return '';
  if (lower.length > 200 || !/^(?:\/[\w~-][\w.~-]*)+$/.test(lower)) return null;
  return personalPart.test(lower) ? null : lower;
}

/** Returns the path of a page of this site from the header `Referer`; empty for other sites. */
function cleanReferrer(referrer: string, origin: string): string {
  const url = URL.parse(referrer);
  if (url?.origin !== origin || url.pathname.startsWith('/studio')) return '';
  return url.pathname === '/' ? '/' : (cleanMissingPath(url.pathname) ?? '');
}

/** A request for an address without a page. */
export interface NotFoundRequest {
  path: string;
  /** The address of the network, for the limit; it is not stored. */
  address: string;
  userAgent: string;
  referrer: string;
  /** The origin of this site. */
  origin: string;
}

/** Counts requests in memory, and stores them together: a redirect or a missing page costs no statement. */
export interface RequestCounter {
  countRedirect(from: string): void;
  countMissing(request: NotFoundRequest): void;
  /** Stores what was counted so far. */
  store(): Promise<void>;
  /** Stores what is left, and counts nothing more. */
  stop(): Promise<void>;
}

/** Creates the counter of one server. `onError` gets why counts could not be stored; they are lost then. */
export function createRequestCounter(ctx: Context, onError: (error: unknown) => void): RequestCounter {
  const limiter = createLimiter(ctx, 'missingPage');
  let hits = new Map<string, number>();
  let missing = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const store = async () => {
    clearTimeout(timer);
    timer = undefined;
    const [countedHits, countedMissing] = [hits, missing];
    [hits, missing] = [new Map(), new Map()];
    await storeCounts(ctx, countedHits, countedMissing).catch(onError);
  };

  function add(counts: Map<string, number>, key: string): void {
    if (isStopped || (counts.size >= mostWaiting && !counts.has(key))) return;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    timer ??= setTimeout(() => void store(), storingPause).unref();
  }

  return {
    countRedirect: (from) => add(hits, from),
    countMissing: ({ path, address, userAgent, referrer, origin }) => {
      const cleaned = isBot(userAgent) ? null : cleanMissingPath(path);
      if (cleaned === null) return;
      const key = `${cleaned} ${cleaned && cleanReferrer(referrer, origin)}`;
      limiter.consume(getNetwork(address)).then(
        () => add(missing, key),
        (refused: unknown) => {
          if (!(refused instanceof RateLimiterRes)) onError(refused);
        },
      );
    },
    store,
    stop: async () => {
      isStopped = true;
      await store();
    },
  };
}

const today = sql`(now() at time zone 'UTC')::date`;

async function storeCounts({ db }: Context, hits: Map<string, number>, missing: Map<string, number>): Promise<void> {
  // In one order, so that two servers cannot wait for each other.
  const sort = (counts: Map<string, number>) => [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  const toParameters = (rows: [string, number][]) => sql`unnest(
    ${sql.param(rows.map(([key]) => key))}::text[], ${sql.param(rows.map(([, times]) => times))}::integer[])`;
  if (hits.size > 0)
    await db.execute(sql`
      insert into ${redirectHits} as counted (path, times, last_day)
      select path, times, ${today} from ${toParameters(sort(hits))} as given (path, times)
      on conflict (path) do update set times = counted.times + excluded.times, last_day = excluded.last_day`);
  if (missing.size > 0)
    await db.execute(sql`
      with given as (
        select split_part(key, ' ', 1) as path, split_part(key, ' ', 2) as referrer, times
        from ${toParameters(sort(missing))} as given (key, times)),
      known as (
        select given.*, exists (select from ${missingPages} as stored
          where day = ${today} and stored.path = given.path and stored.referrer = given.referrer) as is_known
        from given)
      insert into ${missingPages} as counted (day, path, referrer, times)
      select ${today}, path, referrer, times
      from (select known.*, row_number() over (partition by is_known order by path, referrer) as place from known) as numbered
      where is_known or place <= ${mostMissingOfDay} - (select count(*) from ${missingPages} where day = ${today})
      on conflict (day, path, referrer) do update set times = counted.times + excluded.times`);
}

/** Removes the addresses without a page of earlier days; returns how many rows. */
export async function removeOldMissingPages({ db }: Context): Promise<number> {
  const { rowCount } = await db.delete(missingPages).where(lt(missingPages.day, sql`${today} - ${keptDays}::int`));
  return rowCount ?? 0;
}
