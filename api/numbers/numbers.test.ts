import { randomInt } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeContent, setUpApi } from '../../testing/set-up.ts';
import { makeUser, type TestUser } from '../../testing/studio.ts';
import { dailyNumbers, measurements, visitorSalts } from '../db/number-tables.ts';
import { figureKinds, readLastSummed, selectFigures } from './figures.ts';
import type { Measured } from './measured.ts';
import { createMeasurements } from './measurements.ts';
import { removeOldNumbers, rollUpNumbers } from './roll-up.ts';

const api = await setUpApi(removeContent);
let reader: TestUser;
beforeEach(async () => {
  reader = await makeUser(api.ctx, 'READER');
});

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const zone = 'Europe/London';

/** Counts something of a visitor of its own network. */
const add = (measured: Partial<Measured>, address = '192.0.2.1', agent = userAgent) =>
  api.ctx.measurements.add({
    kind: 'document',
    name: '/',
    ...measured,
    sender: { address, userAgent: agent },
  });

/** Returns the figures of all days, without the rows by which a day without views is known to be summed. */
const readFigures = async (timeZone = zone) => {
  const last = await readLastSummed(api.ctx);
  const figures = selectFigures(figureKinds, timeZone, sql`'2020-01-01'::date`, sql`'2030-01-01'::date`, last);
  const { rows } = await api.ctx.db.execute<Record<string, string | number>>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, kind, name, detail, times::int as times, visitors
    from ${figures} as figures where times > 0 order by day, kind, name, detail`);
  return rows;
};

describe('a view', () => {
  it('is counted once, whether its page was loaded, reported or both, and its visitor once a day', async () => {
    for (const kind of ['document', 'opened', 'opened'] as const) add({ kind, name: '/blog/a' });
    add({ name: '/about-us', detail: 'search.example' });
    add({ name: '/about-us', detail: 'direct' }, '192.0.2.2');
    add({ kind: 'opened', name: '/blog/a' }, '2001:db8:0:1::1');
    // Another address of the same network, another browser, and a program.
    add({ name: '/about-us' }, '2001:db8:0:1::2');
    add({ name: '/about-us' }, '192.0.2.2', userAgent.replace('140', '141'));
    add({ name: '/about-us' }, '192.0.2.2', 'Googlebot/2.1');
    api.ctx.measurements.add({ kind: 'document', name: '/about-us', sender: null });
    const { totals, former } = await reader.client.call('numberOverview', { days: 7 });
    expect(totals).toEqual({ views: 8, visitors: 4, visits: 2, sent: 0, booked: 0, downloads: 0 });
    expect(former.views).toBe(0);
    const { items, total } = await reader.client.call('numberList', { of: 'pages', days: 7 });
    expect([total, items]).toEqual([
      2,
      [
        { name: '/about-us', times: 5, visitors: 4, former: 0 },
        { name: '/blog/a', times: 3, visitors: 2, former: 0 },
      ],
    ]);
    const sources = await reader.client.call('numberList', { of: 'sources', days: 7 });
    expect(sources.items.map(({ name, times }) => [name, times])).toEqual([
      ['direct', 1],
      ['search.example', 1],
    ]);
  });

  it('leaves neither address nor user agent, and its hash cannot be made again after the day', async () => {
    const [first, second] = [createMeasurements(api.ctx), createMeasurements(api.ctx)];
    const addOn = async (server: typeof first) => {
      server.add({ kind: 'document', name: '/', sender: { address: '192.0.2.1', userAgent } });
      await server.flush();
    };
    await addOn(first);
    const [row] = await api.ctx.db.select().from(measurements);
    expect(row).toMatchObject({ kind: 'document', name: '/', times: 1, country: '' });
    expect(JSON.stringify(row, (_, value) => String(value))).not.toMatch(/192\.0\.2|Firefox/);
    // Servers share the salt of a day.
    await addOn(second);
    await api.ctx.db.execute(sql`update visitor_salts set day = day - 2`);
    await rollUpNumbers(api.ctx);
    expect(await api.ctx.db.$count(visitorSalts)).toBe(0);
    await addOn(createMeasurements(api.ctx));
    const hashes = (await api.ctx.db.select().from(measurements)).map(({ visitor }) => visitor);
    expect(hashes).toHaveLength(3);
    expect(new Set(hashes).size).toBe(2);
  });

  it('waits while the database is away, and is written once', async () => {
    add({ kind: 'download', name: '/media/a.pdf' });
    await api.database.pool.query('alter table measurements rename to away');
    await api.ctx.measurements.flush();
    await api.database.pool.query('alter table away rename to measurements');
    await api.ctx.measurements.flush();
    await api.ctx.measurements.flush();
    expect(await api.ctx.db.select().from(measurements)).toMatchObject([{ name: '/media/a.pdf', times: 1 }]);
  });

  it('cannot fill the tables: sources and visitors of a network are limited', async () => {
    const limited = createMeasurements(api.ctx);
    for (let index = 0; index < 300; index++)
      limited.add({
        kind: 'document',
        name: '/',
        detail: `host-${index}.example`,
        sender: { address: '192.0.2.9', userAgent: `Mozilla/5.0 ${index}` },
      });
    await limited.flush();
    const { rows } = await api.ctx.db.execute<{ sources: number; visitors: number; times: number }>(sql`
      select count(distinct detail)::int as sources, count(distinct visitor)::int as visitors, sum(times)::int as times
      from measurements`);
    expect(rows).toEqual([{ sources: 21, visitors: 101, times: 300 }]);
  });
});

/** Stores measurements of three weeks, at random moments by the quarter of an hour. */
async function storeWeeks(last: string): Promise<void> {
  const kinds = ['document', 'document', 'opened', 'download', 'sent', 'booked', 'left', 'vital'];
  const rows = Array.from({ length: 1_500 }, () => ({
    measuredAt: new Date(Date.parse(last) - randomInt(21 * 96) * 900_000),
    kind: kinds[randomInt(kinds.length)] ?? '',
    name: `/page-${Math.floor(Math.sqrt(randomInt(900)))}`,
    detail: ['', 'direct', 'search.example'][randomInt(3)] ?? '',
    country: ['', 'MT', 'GB'][randomInt(3)] ?? '',
    visitor: randomInt(4) ? BigInt(randomInt(200)) : null,
    times: 1 + randomInt(3),
  }));
  await api.ctx.db.insert(measurements).values(rows);
}

describe('the sums of days', () => {
  // The ends of summer time in both directions: a day of 23 hours, and one of 25, also where midnight is skipped.
  it.each([
    ['Europe/London', '2026-04-05T23:45:00Z'],
    ['Europe/London', '2025-11-01T23:45:00Z'],
    ['Australia/Lord_Howe', '2026-04-10T12:00:00Z'],
    ['Africa/Cairo', '2026-05-03T12:00:00Z'],
  ])('are those of the raw rows, before and after they are stored, in %s until %s', async (timeZone, last) => {
    await storeWeeks(last);
    const before = await readFigures(timeZone);
    const { rows: raw } = await api.ctx.db.execute<{ day: string; times: number }>(sql`
      select to_char(measured_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, sum(times)::int as times
      from measurements where kind = 'download' group by 1 order by 1`);
    const sumOf = (rows: typeof before, day: string) =>
      rows.filter((row) => row.day === day && row.kind === 'download').reduce((sum, row) => sum + Number(row.times), 0);
    const days = await rollUpNumbers({ ...api.ctx, company: { timeZone } });
    expect(days).toBeGreaterThanOrEqual(21);
    const after = await readFigures(timeZone);
    expect(after).toEqual(before);
    for (const { day, times } of raw) expect([day, sumOf(after, day)]).toEqual([day, times]);
    // Once summed, the raw rows are not needed, and nothing is counted twice.
    expect(await rollUpNumbers({ ...api.ctx, company: { timeZone } })).toBe(0);
    await removeOldNumbers({ ...api.ctx, company: { timeZone } }, 2);
    expect(await api.ctx.db.$count(measurements)).toBe(0);
    expect(await readFigures(timeZone)).toEqual(after);
  });

  it('are whole days after a run that was killed', async () => {
    await storeWeeks('2026-03-01T00:00:00Z');
    const before = await readFigures();
    const client = await api.database.pool.connect();
    await client.query('begin');
    // The run waits for this row of the twelfth day, after it has stored the days before.
    await client.query("insert into daily_numbers (day, kind, times) values ('2026-02-20', 'all', 0)");
    const run = rollUpNumbers(api.ctx).then(
      () => 'ended',
      () => 'killed',
    );
    const kill = () =>
      api.database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`);
    await expect.poll(async () => (await kill()).rowCount, { timeout: 10_000 }).toBe(1);
    expect(await run).toBe('killed');
    await client.query('rollback');
    client.release();
    const { rows } = await api.database.pool.query<{ last: string }>(
      'select max(day)::text as last from daily_numbers',
    );
    expect(rows).toEqual([{ last: '2026-02-19' }]);
    expect(await readFigures()).toEqual(before);
    await rollUpNumbers(api.ctx);
    expect(await readFigures()).toEqual(before);
  });

  it('are made once of a day without views, and name the pages with the most views of a day', async () => {
    await api.ctx.db
      .insert(measurements)
      .values({ measuredAt: new Date('2026-02-28T12:00:00Z'), kind: 'sent', name: '' });
    await api.ctx.db.execute(sql`
      insert into measurements (measured_at, kind, name, times)
      select '2026-03-01', 'document', '/page-' || i, 1 + (i <= 500)::int from generate_series(1, 700) as i`);
    expect(await rollUpNumbers(api.ctx)).toBe(2);
    expect(await rollUpNumbers(api.ctx)).toBe(0);
    const stored = await api.ctx.db.select().from(dailyNumbers).where(sql`kind = 'page'`);
    expect(stored).toHaveLength(501);
    expect(stored.find(({ name }) => name === '')).toMatchObject({ times: 200 });
  });
});

describe('what pages report', () => {
  const fromPage = { 'sec-fetch-site': 'same-origin', 'user-agent': userAgent };
  const report = (events: unknown[], headers: Record<string, string> = {}) =>
    api.get('/api/measurements/create', { method: 'POST', payload: { events }, headers: { ...fromPage, ...headers } });
  const vital = (value: number, metric = 'LCP') => ({ kind: 'vital', page: '/about-us', metric, value });
  const events = [
    { kind: 'begun', form: 'CONTACT' },
    { kind: 'left', form: 'CONTACT', field: 'email' },
    // Fields that the form does not have.
    { kind: 'left', form: 'CONTACT', field: 'subject' },
    { kind: 'left', form: 'CONTACT', field: 'buyGoldNow' },
    { kind: 'opened', page: '/about-us' },
    { kind: 'opened', page: '/made-up' },
    { kind: 'opened', page: '/blog/a' },
  ];

  it('is counted only after an owner has turned it on, and not of programs or with Global Privacy Control', async () => {
    expect((await report(events)).status).toBe(200);
    await expect(reader.client.call('changeMeasuring', { isMeasured: true })).rejects.toThrow();
    const owner = await makeUser(api.ctx, 'OWNER');
    await owner.client.call('changeMeasuring', { isMeasured: true });
    expect((await api.get('/api/settings')).body.isMeasured).toBe(true);
    await report(events, { 'sec-gpc': '1' });
    await report(events, { 'user-agent': 'HeadlessChrome' });
    expect((await report(events, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    await api.ctx.measurements.flush();
    expect(await api.ctx.db.$count(measurements)).toBe(0);
    api.ctx.measurements.addPage('/about-us');
    await report(events);
    const { items } = await reader.client.call('formNumbers', { days: 7 });
    expect(items[0]).toEqual({ form: 'CONTACT', begun: 1, sent: 0, left: 1, fields: [{ field: 'email', left: 1 }] });
    const pages = await reader.client.call('numberList', { of: 'pages', days: 7 });
    // An unknown page has no name, and entries are reported by `recordView`.
    expect(pages.items.map(({ name }) => name)).toEqual(['', '/about-us']);
    await owner.client.call('changeMeasuring', { isMeasured: false });
    expect((await api.get('/api/settings')).body.isMeasured).toBeUndefined();
    await report(events);
    expect((await reader.client.call('formNumbers', { days: 7 })).items[0]?.begun).toBe(1);
  });

  it('gives the value that three of four views stay below', async () => {
    const owner = await makeUser(api.ctx, 'OWNER');
    await owner.client.call('changeMeasuring', { isMeasured: true });
    api.ctx.measurements.addPage('/about-us');
    for (let first = 1; first <= 100; first += 25)
      await report(Array.from({ length: 25 }, (_, index) => vital((first + index) * 10)));
    await report([vital(0.02, 'CLS'), vital(0.04, 'CLS'), vital(0.08, 'CLS'), vital(3, 'CLS')]);
    const { items } = await reader.client.call('speedNumbers', {});
    const [row] = items;
    expect(row).toMatchObject({ page: '/about-us', samples: 100 });
    expect(row?.p75.LCP).toBeGreaterThan(750 / 1.03);
    expect(row?.p75.LCP).toBeLessThan(750 * 1.03);
    expect(row?.p75.CLS).toBeCloseTo(0.08, 2);
  });

  it.each([
    { kind: 'left', form: 'CONTACT', field: 'ada@example.org' },
    { kind: 'opened', page: '/about-us?email=ada' },
    { kind: 'vital', page: '/', metric: 'LCP', value: -1 },
    { kind: 'begun', form: 'SEARCH' },
  ])('is refused if it is invalid: %j', async (event) => {
    expect((await report([event])).status).toBe(400);
  });
});
