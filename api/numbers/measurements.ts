import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { isBot } from '../anonymous-counts.ts';
import type { Context, DayContext } from '../context.ts';
import { measurements as table, visitorSalts } from '../db/index.ts';
import { getNetwork } from '../limit-rates.ts';
import type { Measured, Measurements } from './measured.ts';

/** Milliseconds between two writes to the database. */
const flushInterval = 5_000;
/** The length of the period that a row counts. It divides the hours of every time zone's offset. */
const quarter = 15 * 60 * 1_000;
/** The most rows of one write, and of one day of this server. Above them, rows are counted without visitors. */
const [mostRows, mostRowsOfDay] = [5_000, 500_000];
/** The most sources of a day that are stored by name, and of those that one network may add. */
const [mostSources, mostSourcesOfNetwork] = [500, 20];
/** The most visitors of a day that are told apart, and those of one network. */
const [mostVisitors, mostVisitorsOfNetwork] = [50_000, 100];
/** The most pages that are remembered by their paths. */
const mostPages = 20_000;
/** The most characters of a user agent; longer ones are not told apart. */
const longestUserAgent = 400;
/** Stands for all sources that are not stored by name. */
const otherSource = 'other';
/** Milliseconds after which a row that cannot be written is given up. A day is summed an hour after its end. */
const longestWait = 2 * quarter;

interface Row extends Required<Omit<Measured, 'sender'>> {
  at: number;
  visitor: Visitor | null;
  times: number;
}

/** A browser of a network, as it is known in memory until the day ends. */
interface Visitor {
  /** Short, as a part of the key of each row: a number, or the network of browsers that are not told apart. */
  id: string;
  day: string;
  network: string;
  userAgent: string;
  isBot: boolean;
  hash?: string;
}

/** What is known of a day in memory. */
interface Day {
  day: string;
  sources: Set<string>;
  sourcesOfNetworks: Map<string, number>;
  /** The visitors by address and user agent. */
  visitors: Map<string, Map<string, Visitor>>;
  visitorsOfNetworks: Map<string, number>;
  visitorCount: number;
  rows: number;
}

function createDay(day: string): Day {
  return {
    day,
    sources: new Set(),
    sourcesOfNetworks: new Map(),
    visitors: new Map(),
    visitorsOfNetworks: new Map(),
    visitorCount: 0,
    rows: 0,
  };
}

/** Returns the salt of a day, which all servers share. `rollUpNumbers` throws it away after the day. */
async function readSalt({ db }: Context, day: string): Promise<Buffer> {
  await db
    .insert(visitorSalts)
    .values({ day, salt: randomBytes(32) })
    .onConflictDoNothing();
  const [row] = await db.select().from(visitorSalts).where(sql`${visitorSalts.day} = ${day}`);
  if (!row) throw new Error('The salt of the day was not stored');
  return row.salt;
}

function findVisitor(today: Day, { address, userAgent }: { address: string; userAgent: string }): Visitor {
  const found = today.visitors.get(address)?.get(userAgent);
  if (found) return found;
  const network = getNetwork(address);
  const id = `${today.day.slice(-2)}-${today.visitorCount}`;
  const visitor = { id, day: today.day, network, userAgent, isBot: isBot(userAgent) };
  const ofNetwork = today.visitorsOfNetworks.get(network) ?? 0;
  const isTooMany = today.visitorCount >= mostVisitors || ofNetwork >= mostVisitorsOfNetwork;
  if (isTooMany || userAgent.length > longestUserAgent) return { ...visitor, id: network, userAgent: '' };
  const ofAddress = today.visitors.get(address) ?? new Map<string, Visitor>();
  today.visitors.set(address, ofAddress.set(userAgent, visitor));
  today.visitorsOfNetworks.set(network, ofNetwork + 1);
  today.visitorCount += 1;
  return visitor;
}

/** Returns the source of a visit, or `otherSource` for a new one above the limits of the day and of its network. */
function limitSource(today: Day, source: string, network: string): string {
  if (source === '' || today.sources.has(source)) return source;
  const ofNetwork = today.sourcesOfNetworks.get(network) ?? 0;
  if (today.sources.size >= mostSources || ofNetwork >= mostSourcesOfNetwork) return otherSource;
  today.sources.add(source);
  today.sourcesOfNetworks.set(network, ofNetwork + 1);
  return source;
}

/** Creates the counts of one server, which wait in memory until they are written together. */
export function createMeasurements({ db, company }: DayContext): Measurements {
  const pages = new Set<string>();
  let rows = new Map<string, Row>();
  let known: Day | null = null;
  let timer: NodeJS.Timeout | null = null;
  let salt: { day: string; salt: Buffer } | null = null;
  let writing: Promise<void> = Promise.resolve();
  let [at, day] = [0, ''];

  /** Returns what is known of the day of this moment, and begins a new period every quarter of an hour. */
  function getDay(): Day {
    const now = Math.floor(Date.now() / quarter) * quarter;
    if (now !== at) {
      at = now;
      // The Swedish format of dates is that of ISO 8601.
      day = new Intl.DateTimeFormat('sv-SE', { timeZone: company.timeZone }).format(now);
    }
    if (known?.day !== day) known = createDay(day);
    return known;
  }

  function addRow(today: Day, row: Row): void {
    const isFull = rows.size >= mostRows || today.rows >= mostRowsOfDay;
    const visitor = isFull ? null : row.visitor;
    const key = `${visitor?.id ?? ''} ${row.at / quarter} ${row.kind} ${row.name}\n${row.detail}\n${row.country}`;
    const counted = rows.get(key);
    if (counted) counted.times += row.times;
    else rows.set(key, { ...row, visitor });
  }

  async function hashVisitor(visitor: Visitor): Promise<string> {
    if (visitor.hash !== undefined) return visitor.hash;
    const { day: ofDay, network, userAgent } = visitor;
    if (salt?.day !== ofDay) salt = { day: ofDay, salt: await readSalt({ db }, ofDay) };
    const hash = createHash('sha256').update(salt.salt).update(`${network}\0${userAgent}`).digest();
    visitor.hash = String(hash.readBigInt64BE());
    return visitor.hash;
  }

  async function write(): Promise<void> {
    const batch = [...rows.values()];
    const today = getDay();
    rows = new Map();
    if (batch.length === 0) return;
    try {
      const values: object[] = [];
      for (const { at: start, visitor, ...row } of batch)
        values.push({ ...row, measured_at: new Date(start), visitor: visitor && (await hashVisitor(visitor)) });
      const columns = sql`measured_at timestamptz, kind text, name text, detail text, country text, visitor bigint, times int`;
      await db.execute(sql`
        insert into ${table} (measured_at, kind, name, detail, country, visitor, times)
        select * from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as given (${columns})`);
      today.rows += batch.length;
    } catch {
      // A figure must not disturb visitors. The rows are written later, if the database is back in time.
      for (const row of batch) if (Date.now() - row.at < longestWait) addRow(today, row);
      start();
    }
  }

  function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    writing = writing.then(write);
    return writing;
  }

  function start(): void {
    timer ??= setTimeout(() => void flush(), flushInterval).unref();
  }

  return {
    add: ({ kind, name, detail = '', country = '', sender }) => {
      const today = getDay();
      const visitor = sender ? findVisitor(today, sender) : null;
      if (visitor?.isBot) return;
      const limited = kind === 'document' ? limitSource(today, detail, visitor?.network ?? '') : detail;
      addRow(today, { at, kind, name, detail: limited, country, visitor, times: 1 });
      start();
    },
    addPage: (path) => {
      if (pages.size < mostPages) pages.add(path);
    },
    isKnownPage: (path) => pages.has(path),
    flush,
  };
}
