import type { Page } from '@playwright/test';
import {
  type EntryType,
  entryTypeNames,
  getEntryPath,
  getEntryType,
  selectableTypes,
} from '../contract/content/entry-types.ts';
import { testEntries } from '../testing/site-content.ts';
import { expect, getSiteAddress, test, waitForHydration } from './browser.ts';
import { createApiClient, getFirstCategory, getFirstEntry, getListAddress } from './routes.ts';
import { createEmail } from './site-forms.ts';

// Visitors find everything that the table of entry types says of a type (docs/guides/add-an-entry-type.md).

function getEntryLink(page: Page, type: EntryType, slug: string) {
  return page.getByRole('main').locator(`a[href="${getEntryPath(type, slug)}"]`);
}

for (const type of entryTypeNames) {
  const { plural, listPath, categoryPath, feed, enquiry } = getEntryType(type);

  test.describe(`${type}, ${plural}`, () => {
    if (listPath !== null) {
      test(`the list at ${listPath} leads to an entry`, async ({ page }) => {
        const { slug, title } = await getFirstEntry(type);
        await page.goto(getListAddress(type));
        await getEntryLink(page, type, slug).first().click();
        await expect(page).toHaveURL(getSiteAddress() + getEntryPath(type, slug));
        await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
      });

      test(`the list at ${listPath} holds every entry, page by page`, async ({ request }) => {
        const { items, total } = await createApiClient().entries(type, 'list', { size: 100 });
        const { pageSize } = getEntryType(type);
        expect(items).toHaveLength(total);
        for (const [index, { slug }] of items.entries()) {
          const number = Math.floor(index / pageSize) + 1;
          const html = await (await request.get(`${listPath}${number > 1 ? `?page=${number}` : ''}`)).text();
          expect(html, `${slug} on page ${number}`).toContain(`href="${getEntryPath(type, slug)}"`);
        }
      });
    } else {
      test('there is no list, but every entry has a page', async ({ request }) => {
        const { items } = await createApiClient().entries(type, 'list', { size: 100 });
        expect(items).toHaveLength(testEntries[type].length);
        for (const { slug } of items)
          expect((await request.get(getEntryPath(type, slug), { maxRedirects: 0 })).status(), slug).toBe(200);
      });
    }

    const selectable = selectableTypes.find((name) => name === type);
    expect(selectable !== undefined).toBe(categoryPath !== null);
    if (selectable) {
      test('every category holds its entries, and each names its category', async ({ page }) => {
        const { category, address, entries } = await getFirstCategory(selectable);
        const [entry] = entries;
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(category.name);
        await getEntryLink(page, type, entry?.slug ?? '')
          .first()
          .click();
        await page.getByRole('main').locator(`a[href="${address}"]`).first().click();
        await expect(page).toHaveURL(getSiteAddress() + address);
      });
    }

    test(feed ? 'the newest entry is in the feeds of type and site' : 'no entry is in a feed', async ({ request }) => {
      const readFeedUrls = async (address: string) =>
        ((await (await request.get(address)).json()) as { items: { url: string }[] }).items.map(({ url }) => url);
      const { slug } = await getFirstEntry(type);
      const url = getSiteAddress() + getEntryPath(type, slug);
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

    test('the sitemap has every entry', async ({ request }) => {
      const { items } = await createApiClient().entries(type, 'list', { size: 100 });
      const xml = await (await request.get('/sitemap.xml')).text();
      for (const { slug } of items) expect(xml).toContain(`<loc>${getSiteAddress()}${getEntryPath(type, slug)}</loc>`);
    });

    // Home takes enquiries, too (enquiry.e2e.ts).
    if (type !== 'PAGE')
      test(
        enquiry ? 'the page of an entry takes an enquiry about it' : 'no page of an entry takes an enquiry',
        async ({ request }) => {
          const { slug } = await getFirstEntry(type);
          const path = getEntryPath(type, slug);
          const answer = await request.post(path, {
            form: {
              name: 'Ada',
              email: createEmail(),
              message: 'Two fibres, one duct.',
              subject: path,
            },
            headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
            maxRedirects: 0,
          });
          expect(answer.status()).toBe(enquiry ? 303 : 405);
        },
      );

    test('search finds an entry by its title', async ({ page }) => {
      const { slug, title } = await getFirstEntry(type);
      await page.goto(`/search?${new URLSearchParams({ q: title })}`);
      await expect(getEntryLink(page, type, slug).filter({ hasText: title }).first()).toBeVisible();
      await expect(page.locator('main mark').first()).toBeVisible();
    });
  });
}

for (const type of selectableTypes) {
  test(`a page of ${type} lists the newest others, and a browser loads them and the head from the API`, async ({
    page,
  }) => {
    const { slug, id } = await getFirstEntry(type);
    const { items } = await createApiClient().entries(type, 'recentExcept', { a: String(id), b: 6 });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(getListAddress(type));
    await waitForHydration(page);
    await getEntryLink(page, type, slug).first().click();
    const related = page.locator('#related');
    await expect(related.getByRole('heading', { name: 'More recent' })).toBeVisible();
    const cards = await related.getByRole('article').locator('h3').allTextContents();
    const others = items.map(({ title }) => title).filter((title) => !cards.includes(title));
    await expect(related.getByRole('list').last().getByRole('link')).toHaveText(others.slice(0, 3));
    const { noun } = getEntryType(type).api;
    expect(asked).toEqual(expect.arrayContaining([`/api/${noun}/metaKeys/${slug}`, `/api/${noun}/recent/${id}/6`]));
  });
}
