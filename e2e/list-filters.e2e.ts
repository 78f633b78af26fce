import type { Page } from '@playwright/test';
import { getEntryType } from '../contract/content/entry-types.ts';
import { listDefaults } from '../contract/content/list-defaults.ts';
import { expect, getSiteAddress, test, waitForHydration } from './browser.ts';
import { createApiClient, getFirstCategory, getListAddress, listTypes } from './routes.ts';

// Filters are in the address, so they can be shared and work without JavaScript.

async function open(page: Page, address: string, javaScriptEnabled: boolean): Promise<void> {
  await page.goto(address);
  if (javaScriptEnabled) await waitForHydration(page);
}

const readNames = (page: Page) => page.locator('#team h3').allTextContents();

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('the team is filtered by position, and the choice can be shared', async ({ page, browser, baseURL }) => {
      const { items: positions } = await createApiClient().call('positions', {});
      const { items: everybody } = await createApiClient().call('teamMembers', {});
      await open(page, '/about-us', javaScriptEnabled);
      expect(await readNames(page)).toEqual(everybody.map(({ name }) => name));
      for (const { slug, label } of positions.slice(0, 2)) {
        const chip = page.getByRole('navigation', { name: 'Team by position' }).getByRole('link', { name: label });
        await chip.click();
        await expect(page).toHaveURL(`${getSiteAddress()}/about-us?position=${slug}#team`);
        const wanted = everybody.filter(({ position }) => position.slug === slug).map(({ name }) => name);
        await expect(page.locator('#team h3')).toHaveText(wanted);
        await expect(chip).toHaveAttribute('aria-current', 'true');
        await expect(chip).toBeInViewport();
        const shared = await browser.newContext({ baseURL, javaScriptEnabled: !javaScriptEnabled });
        const other = await shared.newPage();
        await other.goto(page.url());
        expect(await readNames(other)).toEqual(wanted);
        await shared.close();
      }
      await page.getByRole('navigation', { name: 'Team by position' }).getByRole('link', { name: 'Everyone' }).click();
      await expect(page.locator('#team h3')).toHaveCount(everybody.length);
    });

    test('a persona and an interest order what Home recommends, and can be taken back', async ({ page }) => {
      const [{ items: personas }, { items: interests }] = await Promise.all([
        createApiClient().call('personas', {}),
        createApiClient().call('interests', {}),
      ]);
      const section = page.locator('#recommended');
      await open(page, '/', javaScriptEnabled);
      for (const { kind, item, wanted } of [
        { kind: 'persona', item: personas[1], wanted: personas[1]?.interests ?? [] },
        { kind: 'interest', item: interests[3], wanted: [interests[3]?.slug ?? ''] },
      ]) {
        if (!item) throw new Error(`the site has no ${kind}`);
        const chip = section.getByRole('link', { name: item.label, exact: true });
        await chip.click();
        await expect(page).toHaveURL((url) => url.pathname === '/' && url.searchParams.get(kind) === item.slug);
        await expect(chip).toHaveAttribute('aria-current', 'true');
        await expect(section.getByRole('status')).toHaveText(`${item.label}: ${item.description}`);
        const { items } = await createApiClient().call('recommended', { interests: wanted.join(','), limit: 6 });
        expect(items[0]?.interests.some((slug) => wanted.includes(slug))).toBe(true);
        await expect(section.locator('article h3')).toHaveText(items.map(({ title }) => title));
      }
      await section.locator('[aria-current="true"]').click();
      await expect(page).toHaveURL((url) => url.pathname === '/' && url.search === '');
      await expect(section.locator('[aria-current="true"]')).toHaveCount(0);
    });

    test('a list is turned page by page', async ({ page }) => {
      const { items } = await createApiClient().entries('BLOG', 'list', { page: 1, size: listDefaults.BLOG.pageSize });
      await open(page, getListAddress('BLOG'), javaScriptEnabled);
      const pages = page.getByRole('navigation', { name: 'Pages' });
      await expect(pages.getByRole('link', { name: 'Previous' })).toHaveCount(0);
      await pages.getByRole('link', { name: 'Next' }).click();
      await expect(page).toHaveURL(`${getSiteAddress()}${getListAddress('BLOG')}?page=2`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs, page 2');
      await expect(page.locator('main article h2')).toHaveText(items.map(({ title }) => title));
      await expect(pages.locator('[aria-current="page"]')).toHaveText('2');
      await pages.getByRole('link', { name: 'Previous' }).click();
      await expect(page).toHaveURL(getSiteAddress() + getListAddress('BLOG'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs');
    });
  });
}

test('a page beyond the end of a list answers 404', async ({ request }) => {
  const { address } = await getFirstCategory('BLOG');
  const lists = [...listTypes.map((type) => getEntryType(type).listPath ?? ''), address];
  for (const list of lists) {
    expect((await request.get(`${list}?page=1`)).status(), list).toBe(200);
    for (const page of ['0', 'abc', '9999', '-1', '1.5', '', '99999999999999999999']) {
      expect((await request.get(`${list}?page=${page}`)).status(), `${list}?page=${page}`).toBe(404);
    }
  }
});
