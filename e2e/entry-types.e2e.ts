import type { Page } from '@playwright/test';
import {
  getEntryPath,
  getEntryType,
  selectableTypes,
  type TypeWithPages,
  typesWithPages,
} from '../contract/content/entry-types.ts';
import { listDefaults } from '../contract/content/list-defaults.ts';
import { isListedType } from '../contract/content/list-settings.ts';
import { testEntries } from '../testing/site-content.ts';
import { expect, getSiteAddress, test, waitForHydration } from './browser.ts';
import { createApiClient, getFirstCategory, getFirstEntry } from './routes.ts';
import { createEmail } from './site-forms.ts';

// Visitors find everything that the table of entry types says of a type (docs/guides/add-an-entry-type.md).

function getEntryLink(page: Page, type: TypeWithPages, slug: string) {
  return page.getByRole('main').locator(`a[href="${getEntryPath(type, slug)}"]`);
}

for (const type of typesWithPages) {
  const { label, listPath, categoryPath, enquiry, api } = getEntryType(type);
  const { pageSize = 0, feed = false } = isListedType(type) ? listDefaults[type] : {};

  test(`entries of the type ${label} are found by list, category, search, feed and sitemap, and take enquiries or not`, async ({
    page,
    request,
  }) => {
    const { items: all, total } = await createApiClient().entries(type, 'list', { size: 100 });
    expect(all).toHaveLength(total);
    expect(all).toHaveLength(testEntries[type].length);
    const { slug, title, id } = await getFirstEntry(type);
    const path = getEntryPath(type, slug);
    const selectable = selectableTypes.find((name) => name === type);
    expect(selectable !== undefined).toBe(categoryPath !== null);
    const asked: string[] = [];
    page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));

    await test.step(listPath ? 'the list leads to an entry' : 'there is no list', async () => {
      if (listPath === null) return;
      await page.goto(listPath);
      if (selectable) await waitForHydration(page);
      await getEntryLink(page, type, slug).first().click();
      await expect(page).toHaveURL(getSiteAddress() + path);
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    });

    await test.step('the list holds every entry, page by page; without a list every entry has a page', async () => {
      for (const [index, entry] of all.entries()) {
        const address = getEntryPath(type, entry.slug);
        if (listPath === null) {
          expect((await request.get(address, { maxRedirects: 0 })).status(), address).toBe(200);
          continue;
        }
        const number = Math.floor(index / pageSize) + 1;
        const html = await (await request.get(`${listPath}${number > 1 ? `?page=${number}` : ''}`)).text();
        expect(html, `${address} on page ${number}`).toContain(`href="${address}"`);
      }
    });

    if (selectable) {
      await test.step('a page lists the newest others, and the browser has loaded them and the head from the API', async () => {
        const { items } = await createApiClient().entries(selectable, 'recentExcept', { a: String(id), b: 6 });
        const related = page.locator('#related');
        await expect(related.getByRole('heading', { name: 'More recent' })).toBeVisible();
        const cards = await related.getByRole('article').locator('h3').allTextContents();
        const others = items.map((item) => item.title).filter((other) => !cards.includes(other));
        await expect(related.getByRole('list').last().getByRole('link')).toHaveText(others.slice(0, 3));
        const calls = [`/api/${api.noun}/metaKeys/${slug}`, `/api/${api.noun}/recent/${id}/6`];
        expect(asked).toEqual(expect.arrayContaining(calls));
      });

      await test.step('every category holds its entries, and each names its category', async () => {
        const { category, address, entries } = await getFirstCategory(selectable);
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(category.name);
        await getEntryLink(page, type, entries[0]?.slug ?? '')
          .first()
          .click();
        await page.getByRole('main').locator(`a[href="${address}"]`).first().click();
        await expect(page).toHaveURL(getSiteAddress() + address);
      });
    }

    await test.step('search finds an entry by its title', async () => {
      await page.goto(`/search?${new URLSearchParams({ q: title })}`);
      await expect(getEntryLink(page, type, slug).filter({ hasText: title }).first()).toBeVisible();
      await expect(page.locator('main mark').first()).toBeVisible();
    });

    await test.step(feed ? 'the newest entry is in the feeds of type and site' : 'no entry is in a feed', async () => {
      const readFeedUrls = async (address: string) =>
        ((await (await request.get(address)).json()) as { items: { url: string }[] }).items.map(({ url }) => url);
      const url = getSiteAddress() + path;
      if (feed) {
        const own = await readFeedUrls(`${listPath}/feed.json`);
        expect(own[0]).toBe(url);
        expect(own.filter((address) => !address.startsWith(getSiteAddress() + getEntryType(type).itemPath))).toEqual(
          [],
        );
      } else if (listPath) {
        expect((await request.get(`${listPath}/feed.json`)).status()).toBe(404);
      }
      expect((await readFeedUrls('/feed.json')).includes(url)).toBe(feed);
    });

    await test.step('the sitemap has every entry, except for the receipt of a form', async () => {
      const xml = await (await request.get('/sitemap.xml')).text();
      for (const { slug } of all)
        expect(xml.includes(`<loc>${getSiteAddress()}${getEntryPath(type, slug)}</loc>`), slug).toBe(
          slug !== 'thank-you',
        );
    });

    // Home takes enquiries, too (enquiry.e2e.ts).
    if (type === 'PAGE') return;
    await test.step(enquiry ? 'the page of an entry takes an enquiry' : 'no page of an entry does', async () => {
      const answer = await request.post(path, {
        form: { name: 'Ada', email: createEmail(), message: 'Two fibres, one duct.', subject: path },
        headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
        maxRedirects: 0,
      });
      expect(answer.status()).toBe(enquiry ? 303 : 405);
    });
  });
}
