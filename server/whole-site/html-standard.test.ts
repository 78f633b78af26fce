import { expect, it } from 'vitest';
import { getEntryPath } from '../../contract/content/entry-types.ts';
import { formPaths } from '../../contract/content/site-paths.ts';
import { findHtmlErrors } from '../../testing/html-standard.ts';
import { makeEntry } from '../../testing/makers.ts';
import { makeSmallCompany } from '../../testing/small-company.ts';
import { openTestSite, setUpSite } from '../../testing/test-site.ts';

// Pages that no link leads to: failures, and forms that are shown again. `e2e/pages.e2e.ts` checks all other pages.

const site = await setUpSite();
await makeSmallCompany(site.database);

async function expectStandard(path: string, status: number, init: RequestInit = {}, of = site): Promise<void> {
  const answer = await fetch(of.address + path, { redirect: 'manual', ...init });
  const html = await answer.text();
  expect([path, answer.status, await findHtmlErrors(html)]).toEqual([path, status, []]);
}

const sendForm = (body: RequestInit['body'], headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html', ...headers },
});

it('missing, withdrawn and broken pages conform to the HTML standard', async () => {
  await makeEntry(site.database, 'APP', { slug: 'gone', withdrawnAt: new Date(Date.now() - 1000) });
  for (const path of ['/nothing', '/apps', '/blog/nothing', '/blogs?page=99']) await expectStandard(path, 404);
  await expectStandard(getEntryPath('APP', 'gone'), 410);
  const broken = await openTestSite({ pageTimeLimit: 1 });
  await broken.database.pool.query('alter table entries rename to entries_away');
  for (const path of ['/', '/blogs']) {
    const answer = await fetch(broken.address + path);
    expect([path, answer.status >= 500, await findHtmlErrors(await answer.text())]).toEqual([path, true, []]);
  }
  await broken.close();
});

it('every refused form conforms to the HTML standard', async () => {
  const { rows } = await site.database.pool.query('select type, slug from entries where withdrawn_at is null');
  for (const pattern of formPaths) {
    const entry = rows.find(({ type, slug }) => pattern === `${getEntryPath(type, slug).slice(0, -slug.length)}:slug`);
    const path = entry ? getEntryPath(entry.type, entry.slug) : pattern;
    await expectStandard(
      path,
      422,
      sendForm(new URLSearchParams({ intent: 'request', name: '', email: 'nobody', message: 'a < b' })),
    );
  }
  const form = new URLSearchParams({ name: 'Ada', email: 'ada@example.org', message: 'Hello' });
  await expectStandard('/contact-us', 403, sendForm(form, { 'sec-fetch-site': 'cross-site' }));
  await expectStandard('/about-us', 405, sendForm(form));
  await expectStandard('/contact-us', 413, sendForm(new URLSearchParams({ message: 'x'.repeat(200_000) })));
  await expectStandard('/contact-us', 415, sendForm('text', { 'content-type': 'text/plain' }));
});
