import { getEntryPath } from '../contract/content/entry-types.ts';
import { readBuildManifest } from '../server/build/build-record.ts';
import { expect, getSiteAddress, holdSharedCode, test, waitForHydration, waitForPaint } from './browser.ts';
import { getFirstEntry } from './routes.ts';

// demo-content.e2e.ts measures the size of a visit.

test('a page is hydrated on the first interaction, and keeps typed text', async ({ page }) => {
  await page.goto('/contact-us');
  await waitForPaint(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  const name = page.getByRole('textbox', { name: 'Your name' });
  await name.pressSequentially('Ada');
  await waitForHydration(page);
  await name.pressSequentially(' Lovelace');
  await expect(name).toHaveValue('Ada Lovelace');
});

test('before its code is loaded a page keeps typed text, and its links work', async ({ page }) => {
  const release = await holdSharedCode(page);
  await page.goto('/why-us', { waitUntil: 'commit' });
  // A link that is not visible yet cannot be pressed.
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact us', exact: true }).click();
  await page.waitForURL('**/contact-us', { waitUntil: 'commit' });
  const name = page.getByRole('textbox', { name: 'Your name' });
  await name.fill('Ada');
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  release();
  await waitForHydration(page);
  await expect(name).toHaveValue('Ada');
});

test('a choice made before hydration is kept', async ({ page }) => {
  const release = await holdSharedCode(page);
  await page.goto('/our-plans', { waitUntil: 'commit' });
  const yearly = page.getByRole('radio', { name: 'yearly' });
  await yearly.check();
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  // Until then the browser shows only the part of the page that has arrived.
  await page.waitForLoadState('domcontentloaded');
  const shown = await page.locator('main').innerText();
  release();
  await waitForHydration(page);
  await expect(yearly).toBeChecked();
  expect(await page.locator('main').innerText()).toBe(shown);
});

test('details opened before hydration stay open', async ({ page }) => {
  const release = await holdSharedCode(page);
  const { slug } = await getFirstEntry('SERVICE');
  await page.goto(getEntryPath('SERVICE', slug), { waitUntil: 'commit' });
  const words = page.getByText('The drawing in words');
  await words.click();
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
  release();
  await waitForHydration(page);
  await expect(page.locator('details', { has: words })).toHaveAttribute('open', '');
});

for (const [path, ...views] of [['/contact-us', 'contact-form'], ['/why-us']] as const) {
  test(`hydrated, ${path} has not loaded what only some visitors use`, async ({ page }) => {
    const scripts: string[] = [];
    page.on('request', (request) => {
      const [, script] = /\/assets\/([\w-]+)-[\w-]{8}\.js$/.exec(request.url()) ?? [];
      if (script) scripts.push(script);
    });
    await page.goto(path);
    await waitForHydration(page);
    await waitForPaint(page);
    const shared = ['entry-client', 'react', 'rolldown-runtime', 'router', 'shared', 'views'];
    expect(scripts.toSorted()).toEqual([...shared, 'section-page', ...views].toSorted());
  });
}

test('browsers get no code that handles forms without JavaScript', async () => {
  const manifest = await readBuildManifest();
  const sources = Object.values(manifest).flatMap(({ src, name }) => [src, name]);
  expect(sources.filter((source) => /handle-\w+-post|suggest-towns/.test(source ?? ''))).toEqual([]);
  const addresses = new Set(Object.values(manifest).map(({ file }) => file));
  for (const address of addresses) {
    if (!address.endsWith('.js')) continue;
    const code = await (await fetch(`${getSiteAddress()}/${address}`)).text();
    for (const word of ['digests', 'visitorKey']) expect(code.includes(word), `${word} in ${address}`).toBe(false);
  }
});

test('pictures of a list load shortly before they are visible, and move nothing', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/trivia');
  await waitForPaint(page);
  const cards = page.getByRole('article');
  const measureHeights = () => cards.evaluateAll((all) => all.map((card) => (card as HTMLElement).offsetHeight));
  const before = await measureHeights();
  const last = cards.last().locator('img');
  const isThere = () => last.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0);
  expect(await isThere()).toBe(false);
  await cards.last().scrollIntoViewIfNeeded();
  await expect.poll(isThere).toBe(true);
  expect(await measureHeights()).toEqual(before);
});

test('scripts and styles are sent in brotli or gzip and cached for ever, and rendered pages are compressed too', async ({
  request,
}) => {
  const html = await (await request.get('/about-us')).text();
  const files = [...html.matchAll(/"(\/assets\/[\w.-]+\.(?:js|css))"/g)].map(([, address = '']) => address);
  expect(new Set(files).size).toBeGreaterThan(3);
  for (const encoding of ['br', 'gzip']) {
    for (const address of new Set(files)) {
      const headers = (await request.get(address, { headers: { 'accept-encoding': encoding } })).headers();
      expect([address, headers['content-encoding'], headers['cache-control']]).toEqual([
        address,
        encoding,
        'public, max-age=31536000, immutable',
      ]);
    }
    for (const address of ['/book-a-free-consultation', '/no-such-page', '/blog/no-such-entry', '/api/openapi.json'])
      expect(
        (await request.get(address, { headers: { 'accept-encoding': encoding } })).headers()['content-encoding'],
        address,
      ).toBe(encoding);
  }
});
