import { getEntryPath, getEntryType, selectableTypes } from '../contract/content/entry-types.ts';
import { company, testSearchWords } from '../testing/site-content.ts';
import { expect, getSiteAddress, test, waitForHydration } from './browser.ts';
import { readHead } from './html.ts';
import { createApiClient } from './routes.ts';

const getAddress = (query: Record<string, string>) => `/search?${new URLSearchParams(query)}`;

const word = testSearchWords.everywhere;

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    for (const start of ['/about-us', '/'] as const) {
      test(`a visitor searches from ${start === '/' ? 'Home' : 'the header'}`, async ({ page }) => {
        const { total, items } = await createApiClient().call('search', { q: word });
        expect(total).toBeGreaterThan(10);
        await page.goto(start);
        if (javaScriptEnabled) await waitForHydration(page);
        const isByHeader = start === '/about-us';
        if (isByHeader) await page.getByRole('banner').getByRole('link', { name: 'Search' }).click();
        // With JavaScript the header's link opens the dialog (search-dialog.e2e.ts), whose field is a combobox.
        const role = isByHeader && javaScriptEnabled ? 'combobox' : 'searchbox';
        await page.getByRole(role, { name: 'Search for' }).fill(word);
        await page.getByRole(role, { name: 'Search for' }).press('Enter');
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${total} results for “${word}”`);
        await expect(page).toHaveURL((url) => url.pathname === '/search' && url.searchParams.get('q') === word);
        await expect(page.getByRole('searchbox', { name: 'Search for' })).toHaveValue(word);
        await expect(page.locator('main #search ol > li h2')).toHaveText(items.map(({ title }) => title));
        await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
        await expect(page).toHaveURL(
          (url) => url.searchParams.get('q') === word && url.searchParams.get('page') === '2',
        );
        await expect(page.locator('main #search ol > li h2').first()).not.toHaveText(items[0]?.title ?? '');
      });
    }

    test('the content type narrows the results', async ({ page }) => {
      for (const type of selectableTypes) {
        await page.goto(getAddress({ q: word }));
        if (javaScriptEnabled) await waitForHydration(page);
        await page.getByRole('combobox', { name: 'Content type' }).selectOption(type);
        await page.getByRole('main').getByRole('button', { name: 'Search' }).click();
        const { items } = await createApiClient().call('search', { q: word, type });
        expect(items.length, type).toBeGreaterThan(0);
        await expect(page).toHaveURL((url) => url.searchParams.get('type') === type);
        await expect(page.locator('main #search ol > li h2')).toHaveText(items.map(({ title }) => title));
        const links = await page
          .locator('main #search ol > li h2 a')
          .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
        expect(links).toEqual(items.map(({ slug }) => getEntryPath(type, slug)));
        await expect(page.getByRole('combobox', { name: 'Content type' })).toHaveValue(type);
      }
    });
  });
}

test('a search for a section of the site finds its page first', async ({ plainPage }) => {
  for (const [q, path] of [
    ['pricing', '/our-plans'],
    ['plans', '/our-plans'],
    ['apps', '/apps/'],
    ['microservices', '/microservices'],
    ['infographics', '/infographics'],
    ['about', '/about-us'],
    ['contact', '/contact-us'],
    ['careers', company.careers],
  ] as const) {
    await plainPage.goto(getSiteAddress() + getAddress({ q }));
    const listed = await plainPage.locator('main #search ol > li').count();
    const isWhole = (await plainPage.getByRole('navigation', { name: 'Pages' }).count()) === 0;
    if (isWhole) await expect(plainPage.locator('h1')).toHaveText(new RegExp(`^${listed} results? for`));
    const first = plainPage.locator('main #search ol a').first();
    const href = (await first.getAttribute('href')) ?? '';
    expect(path.endsWith('/') ? href.slice(0, path.length) : href, q).toBe(path);
    if (path === company.careers) continue;
    await first.click();
    await expect(plainPage).toHaveURL((url) => url.pathname === href);
  }
});

// What the server renders is read without JavaScript; pages.e2e.ts compares both.
test('the server renders the content types, marks, corrections and what to do without a result', async ({
  plainPage,
}) => {
  const open = (query: Record<string, string>) => plainPage.goto(getSiteAddress() + getAddress(query));
  const found = plainPage.locator('main #search');

  await test.step('the content types are those of the specification', async () => {
    await open({});
    const options = await plainPage
      .getByRole('combobox', { name: 'Content type' })
      .locator('option')
      .evaluateAll((all) => all.map((option) => [option.textContent, option.getAttribute('value')]));
    expect(options).toEqual([
      ['All', ''],
      ['Blog', 'BLOG'],
      ['Trivia', 'TRIVIA'],
      ['Infographic', 'INFOGRAPHIC'],
    ]);
    await expect(plainPage.locator('main section')).not.toHaveCount(1);
  });

  await test.step('a corrected search says what was searched instead', async () => {
    await open({ q: testSearchWords.mistyped });
    await expect(plainPage.getByRole('heading', { level: 1 })).toHaveText(
      new RegExp(`^\\d+ results? for “${testSearchWords.mistyped}”$`),
    );
    await expect(
      plainPage.getByRole('main').getByRole('status').filter({ hasText: testSearchWords.mistyped }).locator('strong'),
    ).toHaveText(testSearchWords.several);
  });

  await test.step('matching words are marked', async () => {
    await open({ q: testSearchWords.several });
    const marks = await found.locator('mark').allTextContents();
    expect(marks.length).toBeGreaterThan(3);
    for (const mark of marks) expect(mark).toMatch(new RegExp(`^${testSearchWords.several}`, 'i'));
  });

  await test.step('a result begins with the sentence that matches and shows no code', async () => {
    await open({ q: testSearchWords.besideCode });
    const excerpts = found.locator('ol > li:has(mark)');
    expect(await excerpts.count()).toBeGreaterThan(1);
    for (const text of await excerpts.locator('p:last-child').allTextContents()) {
      expect(text).toMatch(/^(?:… )?["“‘(]?[\p{L}\p{N}]/u);
      expect(text).not.toMatch(/[{};]\s|=>|\bselect \*/);
    }
  });

  await test.step('with a search the Home screen shows only the search and its results', async () => {
    for (const q of [word, 'careers', testSearchWords.nowhere]) {
      await open({ q });
      const sections = plainPage.locator('main section, main form[method="post"]');
      await expect(sections, q).toHaveCount(1);
      await expect(sections).toHaveAttribute('id', 'search');
    }
  });

  await test.step('a search without a result offers the categories, the services and a person', async () => {
    const [{ items: categories }, { items: services }] = await Promise.all([
      createApiClient().call('categories', {}),
      createApiClient().entries('SERVICE', 'list', { size: 100 }),
    ]);
    for (const { type, slug, name } of categories) {
      await expect(found.locator(`a[href="${getEntryType(type).categoryPath}${slug}"]`)).toContainText(name);
    }
    for (const { slug, title } of services)
      await expect(found.locator(`a[href="${getEntryPath('SERVICE', slug)}"]`)).toHaveText(title);
    await expect(found.locator('a[href="/contact-us"]')).toBeVisible();
  });

  await test.step('an unknown content type is ignored', async () => {
    const { total } = await createApiClient().call('search', { q: word });
    for (const type of ['PLAN', 'blog', 'BLOG,TRIVIA', '<script>']) {
      expect((await open({ q: word, type }))?.status(), type).toBe(200);
      await expect(plainPage.getByRole('heading', { level: 1 }), type).toHaveText(`${total} results for “${word}”`);
      await expect(plainPage.getByRole('combobox', { name: 'Content type' }), type).toHaveValue('');
    }
  });

  await test.step('an empty search is plain Home', async () => {
    await plainPage.goto(getSiteAddress());
    const h1 = (await plainPage.getByRole('heading', { level: 1 }).textContent()) ?? '';
    for (const path of ['/search', '/search?q=', '/search?q=%20%20', '/search?q=&type=BLOG']) {
      await plainPage.goto(getSiteAddress() + path);
      await expect(plainPage.getByRole('heading', { level: 1 }), path).toHaveText(h1);
      await expect(plainPage.locator('meta[name="robots"]'), path).toHaveCount(0);
    }
  });
});

test('results are not indexed, and their canonical address is Home', async ({ request }) => {
  const queries: Record<string, string>[] = [
    { q: word },
    { q: word, type: 'BLOG' },
    { q: word, page: '2' },
    { q: testSearchWords.nowhere },
  ];
  for (const query of queries) {
    const answer = await request.get(getAddress(query));
    const { canonicals, metas } = readHead(await answer.text());
    expect(metas.robots).toEqual(['noindex']);
    expect(answer.headers()['x-robots-tag']).toBe('noindex');
    expect(canonicals).toEqual([`${getSiteAddress()}/`]);
  }
});

test('a search for a script element searches for its letters', async ({ page }) => {
  let dialogs = 0;
  page.on('dialog', async (dialog) => {
    dialogs += 1;
    await dialog.dismiss();
  });
  for (const q of [
    '<script>alert(1)</script>',
    '</script><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '<!--<script>',
    "';alert(1)//",
  ]) {
    expect((await page.goto(getAddress({ q })))?.status()).toBe(200);
    await waitForHydration(page);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(`“${q}”`);
    await expect(page.getByRole('searchbox', { name: 'Search for' })).toHaveValue(q);
    await expect(page.locator('main script, main img[src="x"]')).toHaveCount(0);
  }
  expect(dialogs).toBe(0);
});

test('no query makes the page fail', async ({ request }) => {
  for (const q of [
    'x'.repeat(3_000),
    'a '.repeat(2_000),
    '%00',
    '%00a',
    '%E0%A4%A',
    '%FF',
    "'",
    '!!!',
    '&|!():*',
    '%F0%9F%92%A9',
    '\\',
    '%25',
    '_'.repeat(250),
  ]) {
    expect((await request.get(`/search?q=${q}`)).status(), q.slice(0, 20)).toBe(200);
  }
  expect((await request.get(`/search?q=${word}&q=other&type=BLOG&type=TRIVIA`)).status()).toBe(200);
});
