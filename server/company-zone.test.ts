import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { publishSettingFields } from '../api/content/settings.ts';
import { makeEntry } from '../testing/makers.ts';
import { openTestSite, type TestSite } from '../testing/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await openTestSite();
  await makeEntry({ db: site.database.db }, 'BLOG', { slug: 'late', publishedAt: new Date('2025-06-30T23:30:00Z') });
});
afterAll(() => site.close());

const read = async (path: string) => (await fetch(site.address + path)).text();

it('pages and the API have the time zone of the company, within a second of its publication', async () => {
  expect(await read('/blog/late')).toContain('1 Jul 2025');
  await publishSettingFields(site.database, 'company', { timeZone: 'America/New_York' });
  await vi.waitFor(async () => expect(await read('/blog/late')).toContain('30 Jun 2025'), { timeout: 1_000 });
  expect(await read('/api/consultation/slots')).toContain('"officeTimeZone":"America/New_York"');
});
