import type { BrowserContext, Locator, Page } from '@playwright/test';
import { entryTypes, getEntryPath } from '../contract/content/entry-types.ts';
import { listDefaults } from '../contract/content/list-defaults.ts';
import { company } from '../testing/site-content.ts';
import { expect, getSiteAddress, test, waitForHydration } from './browser.ts';
import { createApiClient, getFirstCategory, getListAddress } from './routes.ts';

test('the first Tab reaches the skip link, and the menus open with Enter and close with Escape', async ({ page }) => {
  await test.step('Enter on the skip link leads into the content', async () => {
    await page.goto('/');
    await waitForHydration(page);
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
  });

  for (const { width, name, link } of [
    { width: 1440, name: 'Read', link: 'Trivia' },
    { width: 390, name: 'Menu', link: 'Trivia' },
  ]) {
    await test.step(`the menu "${name}", ${width} px wide`, async () => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/');
      await waitForHydration(page);
      const button = page.getByRole('banner').locator('summary', { hasText: name });
      const inside = page.getByRole('banner').getByRole('link', { name: link, exact: true });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(inside).toBeVisible();
      await inside.focus();
      await page.keyboard.press('Escape');
      await expect(inside).toBeHidden();
      await expect(button).toBeFocused();
      await page.keyboard.press('Enter');
      await inside.press('Enter');
      await expect(page.getByRole('heading', { level: 1, name: 'Trivia' })).toBeFocused();
      await expect(inside).toBeHidden();
    });
  }
});

test('the menu opens without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('banner').locator('summary', { hasText: 'Menu' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Trivia', exact: true }).click();
  await expect(page).toHaveURL(getSiteAddress() + getListAddress('TRIVIA'));
  await context.close();
});

test('client-side navigation focuses the heading and announces the title', async ({ page }) => {
  await page.goto('/');
  await waitForHydration(page);
  const announcer = page.locator('[aria-live="polite"]').first();
  await expect(announcer).toHaveText('');
  for (const { name, h1 } of [
    { name: 'Privacy policy', h1: 'Privacy policy' },
    { name: 'Microservices', h1: 'Microservices' },
  ]) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: h1 })).toBeFocused();
    await expect(page).toHaveTitle(`${h1} · ${company.name}`);
    await expect(announcer).toHaveText(`${h1} · ${company.name}`);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  }
  // The address of a heading in another alphabet is encoded. Here it is the first heading of the element `main`.
  await page.goBack();
  await page.locator('[data-prose]').evaluate((text) => {
    const link = document.createElement('a');
    link.href = '/microservices#%6Dain';
    link.textContent = 'Encoded';
    text.append(link);
  });
  await page.getByRole('link', { name: 'Encoded' }).click();
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeFocused();
});

test('Back returns to the place where the visitor was', async ({ page }) => {
  await page.goto(getListAddress('BLOG'));
  await waitForHydration(page);
  const { items } = await createApiClient().entries('BLOG', 'list', { size: listDefaults.BLOG.pageSize });
  const last = page.getByRole('main').locator(`a[href="${getEntryPath('BLOG', items.at(-1)?.slug ?? '')}"]`);
  await last.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(300);
  await last.click();
  await expect(page.getByRole('heading', { level: 1, name: items.at(-1)?.title })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Blogs' })).toBeAttached();
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - place)).toBeLessThanOrEqual(2);
});

test('a category id and a trailing slash redirect permanently and keep the query', async ({ request }) => {
  const { category, address } = await getFirstCategory('BLOG');
  for (const [asked, target] of [
    [`${entryTypes.BLOG.categoryPath}${category.id}?page=1`, `${address}?page=1`],
    [`${getListAddress('BLOG')}/?page=2&a=b%2F`, `${getListAddress('BLOG')}?page=2&a=b%2F`],
    ['/about-us/', '/about-us'],
    ['/blog?page=2', '/blogs?page=2'],
  ] as const) {
    const answer = await request.get(asked, { maxRedirects: 0 });
    expect(answer.status(), asked).toBe(308);
    expect(answer.headers().location).toBe(target);
    expect((await request.get(asked)).status()).toBe(200);
  }
});

test('no address redirects a visitor to another site', async ({ request }) => {
  for (const path of [
    '//evil.example/',
    '///evil.example//',
    '//evil.example/?a=b',
    '//evil.example',
    '/%2F%2Fevil.example/',
    '/%5C%5Cevil.example/',
    '//evil.example/blogs/',
  ]) {
    const answer = await request.get(getSiteAddress() + path, { maxRedirects: 0 });
    const { location } = answer.headers();
    if (location !== undefined) expect(new URL(location, getSiteAddress()).origin, path).toBe(getSiteAddress());
    else expect(answer.status(), path).toBe(404);
  }
  expect((await request.get(`${getSiteAddress()}//evil.example/`, { maxRedirects: 0 })).headers().location).toBe(
    '/evil.example',
  );
});

test('a browser revalidates everything that an editor can change', async ({ page }) => {
  await page.goto('/why-us');
  const transfers = await page.evaluate(async () => {
    const ask = async (path: string) => {
      await (await fetch(path)).text();
      const entries = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith(path));
      return (entries.at(-1) as PerformanceResourceTiming).transferSize;
    };
    const sizes: number[] = [];
    for (const path of ['/blogs', '/api/blog/enable/list'])
      for (let time = 0; time < 3; time++) sizes.push(await ask(path));
    return sizes;
  });
  // A response from the browser's cache has no transfer size.
  for (const size of transfers) expect(size, transfers.join(', ')).toBeGreaterThan(0);
});

test('careers is a real link to the careers site', async ({ plainPage: page }) => {
  await page.goto(getSiteAddress());
  const links = page.getByRole('contentinfo').getByRole('link', { name: 'Careers' });
  await expect(links).toHaveAttribute('href', company.careers);
  await expect(page.getByRole('banner').locator('a', { hasText: 'Careers' }).first()).toHaveAttribute(
    'href',
    company.careers,
  );
});

const careersSite = `${company.careers}/`;
const fakeCareersSite = (context: BrowserContext) =>
  context.route(`${careersSite}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Careers</h1>' }));

const careersLinks: [place: string, path: string, find: (page: Page) => Promise<Locator>][] = [
  ['footer', '/why-us', async (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Careers' })],
  ['results of a search', '/search?q=careers', async (page) => page.locator('main #search ol a').first()],
  [
    'search dialog',
    '/why-us',
    async (page) => {
      await page.keyboard.press('/');
      const dialog = page.getByRole('dialog', { name: 'Search' });
      await dialog.getByRole('combobox').fill('careers');
      return dialog.getByRole('option', { name: 'Careers' }).first();
    },
  ],
];
test('a careers link in the footer, in results and in the dialog uses the helper once the page is hydrated', async ({
  page,
}) => {
  await fakeCareersSite(page.context());
  for (const [place, path, find] of careersLinks) {
    await test.step(place, async () => {
      await page.goto(path);
      await waitForHydration(page);
      // Records whether a script handled each press, in a place that survives the page.
      await page.evaluate(() => {
        delete sessionStorage.taken;
        addEventListener('click', (event) => {
          sessionStorage.taken = `${sessionStorage.taken ?? ''} ${event.defaultPrevented}`;
        });
      });
      const link = await find(page);
      const opened = page.context().waitForEvent('page');
      await link.click({ modifiers: ['ControlOrMeta'] });
      await (await opened).close();
      await link.click();
      await expect(page).toHaveURL(careersSite);
      await page.goBack();
      await expect(page).toHaveURL((url) => url.pathname + url.search === path);
      expect(await page.evaluate(() => sessionStorage.taken)).toBe(' false true');
    });
  }
});

test('careers is a link that works without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  await fakeCareersSite(context);
  const plain = await context.newPage();
  await plain.goto('/why-us');
  await plain.getByRole('contentinfo').getByRole('link', { name: 'Careers' }).click();
  await expect(plain).toHaveURL(careersSite);
  await context.close();
});
