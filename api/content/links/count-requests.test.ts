import { asc } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { setUpEditorApi } from '../../../testing/set-up.ts';
import { missingPages } from '../../db/index.ts';
import { createRequestCounter, mostMissingOfDay } from './count-requests.ts';

const { api } = await setUpEditorApi();
const { db } = api.ctx;

const createCounter = () => createRequestCounter(api.ctx, (error) => expect.fail(String(error)));
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
let network = 0;
const ask = (path: string, referrer = '', userAgent = browser, address = `192.0.2.${++network % 250}`) => ({
  path,
  referrer,
  userAgent,
  address,
  origin: 'https://site.example',
});

it('addresses without a page are counted by day and referring page, without what may be personal', async () => {
  const counter = createCounter();
  for (const request of [
    ask('/old-page'),
    ask('/Old-Page'),
    ask('/old-page', 'https://site.example/blog/frost?x=1'),
    ask('/old-page', 'https://elsewhere.example/list'),
    ask('/contact.php'),
    // Of programs, together.
    ask('/wp-login.php'),
    ask('/.env'),
    ask('/backup.zip'),
    // Personal data, keys, other programs.
    ask('/unsubscribe/ada%40example.org'),
    ask('/unsubscribe/ada@example.org'),
    ask('/call/01174960142'),
    ask('/reset/k3J9aQ0zX8vB2mN7pL4sT6wYc'),
    ask('/old-page', '', 'Googlebot'),
    ask('/old-page', '', ''),
  ])
    counter.countMissing(request);
  // A limiter answers a moment later.
  await new Promise(setImmediate);
  await counter.stop();
  const rows = await db.select().from(missingPages).orderBy(asc(missingPages.path), asc(missingPages.referrer));
  expect(rows.map(({ path, referrer, times }) => [path, referrer, times])).toEqual([
    ['', '', 3],
    ['/contact.php', '', 1],
    ['/old-page', '', 3],
    ['/old-page', '/blog/frost', 1],
  ]);
});

it('a network and a day have at most so many of them', async () => {
  await db.delete(missingPages);
  const counter = createCounter();
  for (let number = 0; number < 40; number++) counter.countMissing(ask(`/n-${number}`, '', browser, '192.0.2.251'));
  await new Promise(setImmediate);
  await counter.store();
  expect(await db.$count(missingPages)).toBe(30);
  await db.execute(`insert into missing_pages (day, path, times)
    select (now() at time zone 'UTC')::date, '/made-up-' || n, 1 from generate_series(1, ${mostMissingOfDay - 31}) as n`);
  for (const path of ['/one', '/two', '/n-1']) counter.countMissing(ask(path));
  await new Promise(setImmediate);
  await counter.stop();
  expect(await db.$count(missingPages)).toBe(mostMissingOfDay);
});
