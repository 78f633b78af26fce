import { expect, it, vi } from 'vitest';
import { publishSettingFields } from '../api/content/settings.ts';
import { makeEntry } from '../testing/makers.ts';
import { setUpSite } from '../testing/test-site.ts';

const site = await setUpSite();
await makeEntry({ db: site.database.db }, 'BLOG', { slug: 'late', publishedAt: new Date('2025-06-30T23:30:00Z') });

const read = async (path: string) => (await fetch(site.address + path)).text();

it('pages and the API have the time zone of the company, within a second of its publication', async () => {
  expect(await read('/blog/late')).toContain('1 Jul 2025');
  await publishSettingFields(site.database, 'company', { timeZone: 'America/New_York' });
  await vi.waitFor(async () => expect(await read('/blog/late')).toContain('30 Jun 2025'), { timeout: 1_000 });
  expect(await read('/api/consultation/slots')).toContain('"officeTimeZone":"America/New_York"');
});
