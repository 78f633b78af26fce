import type { Route } from '@playwright/test';
import { recordBackup } from '../api/db/backup-state.ts';
import { getStudioApiPath, pageUserField } from '../contract/studio/paths.ts';
import { expectAccessible, narrow } from './axe.ts';
import {
  createArticle,
  expect,
  getPublishButton,
  publish,
  showDetails,
  signIn,
  test,
  waitForSave,
} from './studio-site.ts';

// The screens of the Studio at every width, in both themes. The list of content, pictures, links to other sites, the
// account, the calendar, bulk actions, messages and consultations, and states that need several steps, are checked in
// the tests of those.

test('every screen is accessible', async ({ page, context, studioSite, expectComplaint }) => {
  // A screen that does not exist.
  expectComplaint(/404/);
  test.setTimeout(180_000);
  await signIn(context, studioSite, 'OWNER');
  const entry = await createArticle(page, 'An accessible page');
  await waitForSave(page);
  await expectAccessible(page, { state: 'an entry' });
  await page.setViewportSize({ width: 320, height: 900 });
  await showDetails(page);
  await expectAccessible(page, { state: 'the details of an entry', at: narrow });
  await page.setViewportSize({ width: 1280, height: 720 });
  for (const view of ['Split', 'Preview']) {
    await page.getByRole('group', { name: 'View' }).getByText(view).click();
    await expectAccessible(page, { state: view });
  }
  await recordBackup(studioSite.database, 'the disk is full');
  await page.goto('/studio');
  await expect(page.getByRole('alert')).toContainText('Backups have failed since');
  await expectAccessible(page, { state: 'failed backups' });
  await recordBackup(studioSite.database, null);
  for (const path of [
    '/content/deleted',
    '/content/new/BLOG',
    '/links',
    '/links/not-found',
    '/lists?list=PERSONA&add=yes',
    '/team',
    '/redirects',
    '/company',
    '/menus',
    '/look',
    '/forms',
    '/privacy/retention',
    '/privacy/records',
    '/users',
    '/no-such-screen',
  ]) {
    await page.goto(`/studio${path}`);
    await expectAccessible(page, { state: path });
    // Every form names the user of the page.
    await expect(page.locator(`form[method="post"]:not(:has(input[name="${pageUserField}"]))`)).toHaveCount(0);
  }
  for (const [path, text] of [
    ['/content?q=xylophone', 'No entries match.'],
    ['/media?q=xylophone', 'No pictures match.'],
    ['/calendar?month=2041-03', 'Nothing is published, changed or withdrawn in these weeks.'],
    ['/redirects?q=xylophone', 'No redirect matches.'],
  ] as const) {
    await page.goto(`/studio${path}`);
    await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page, { state: path, at: narrow });
  }
  await page.goto(entry);
  await getPublishButton(page).click();
  await page.getByRole('button', { name: 'Publish now' }).waitFor();
  await expectAccessible(page, { state: 'publish dialog' });
  await page.getByRole('button', { name: 'Publish now' }).click();
  // The focus does not stay in the dialog, which is gone.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const saved = page.waitForResponse('**/api/studio/save-draft');
  await page.getByLabel('Title').fill('An accessible page, changed');
  await saved;
  await page.getByRole('link', { name: 'History' }).click();
  await expectAccessible(page, { state: 'history' });
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'What changed' }).or(page.getByText('word for word')).waitFor();
  await expectAccessible(page, { state: 'difference' });
  await page.goto(`${entry}/share`);
  await page.getByRole('button', { name: 'Create a link' }).click();
  const address = await page.getByLabel('Address of the preview').inputValue();
  await expectAccessible(page, { state: 'share' });
  // The page of a guest runs no scripts, and axe is one.
  await page.route('**/studio/share/**', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(address);
  await expectAccessible(page, { state: 'shared with a guest', at: narrow });
  await page.goto(`${address}x`);
  await expectAccessible(page, { state: 'a link that is not valid', at: narrow });
});

test('every response to a form is accessible', async ({ editorPage: page, expectComplaint }) => {
  expectComplaint(/status of 4/);
  await page.goto('/studio/redirects?add=yes');
  await page.getByLabel('From the address').fill('/contact-us');
  await page.getByLabel('To the page').fill('/about-us');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('is the address of a page that visitors see')).toBeVisible();
  await expectAccessible(page, { state: 'a refused redirect', at: narrow });

  const entry = await createArticle(page, 'Discarded and deleted');
  await waitForSave(page);
  await page.getByRole('link', { name: 'Delete…' }).click();
  await page.getByRole('heading', { level: 1, name: /^Delete/ }).waitFor();
  await expectAccessible(page, { state: 'deleting', at: narrow });
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Restore Discarded and deleted' }).waitFor();
  await page.goto(entry);
  await page.getByRole('link', { name: 'Deleted entries' }).click();
  await page.getByRole('button', { name: 'Restore Discarded and deleted' }).waitFor();
  await expectAccessible(page, { state: 'deleted entries', at: narrow });
  await page.getByRole('button', { name: 'Restore Discarded and deleted' }).click();
  await page.waitForURL(entry);
  await publish(page);
  await page.getByLabel('Title').fill('Written again');
  await waitForSave(page);
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await expect(page.getByRole('button', { name: 'Bring it back' })).toBeVisible();
  await expectAccessible(page, { state: 'a discarded draft', at: narrow });
});

test('a visitor who is not signed in is led to the sign-in, and returns to the screen', async ({ page }) => {
  await page.goto('/studio/content?type=BLOG');
  await expect(page).toHaveURL(/\/studio\/sign-in\?to=%2Fstudio%2Fcontent%3Ftype%3DBLOG$/);
  await expectAccessible(page, { state: 'sign-in' });
});

test('the Studio is not indexed and not cached', async ({ request }) => {
  const answer = await request.get('/studio/sign-in');
  expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
  expect(answer.headers()['content-security-policy']).toMatch(/style-src 'self'[^;]*'nonce-/);
  const other = await request.get('/studio/sign-in');
  expect(other.headers()['content-security-policy']).not.toBe(answer.headers()['content-security-policy']);
});

test('the list is navigated, filtered and searched by keyboard', async ({ editorPage: page }) => {
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.goto('/studio/content?type=BLOG&sort=title');
  const links = page.locator('tbody th a');
  await expect(links.nth(1)).toBeVisible();
  await links.first().focus();
  await expect(async () => {
    await links.first().focus();
    await page.keyboard.press('j');
    await expect(links.nth(1)).toBeFocused({ timeout: 300 });
  }).toPass();
  await page.keyboard.press('ArrowUp');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox')).toBeFocused();
  const title = (await links.filter({ hasNotText: 'Untitled' }).first().textContent()) ?? '';
  await page.keyboard.type(title);
  await page.keyboard.press('Enter');
  // The words of the title are in the text of one other entry.
  await expect(page.getByText('2 entries', { exact: true })).toBeVisible();
  await expect(links.filter({ hasText: title })).toHaveCount(1);

  // A chosen filter keeps the focus, so that the next key chooses again.
  const type = page.getByRole('combobox', { name: 'Type' });
  await type.focus();
  await page.keyboard.press('Home');
  await expect(page).toHaveURL((url) => !url.searchParams.has('type'));
  await expect(type).toBeFocused();
  await page.goBack();
  await expect(type).toHaveValue('BLOG');

  // Another screen begins at its top with the focus on its heading; Back shows the place that was left.
  const last = (await links.last().textContent()) ?? '';
  await links.last().focus();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(0);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: last })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Content' })).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test('the Studio moves from the IP address to the name that passkeys work on', async ({ request, studioSite }) => {
  const { port } = new URL(studioSite.address);
  const answer = await request.get(`http://127.0.0.1:${port}/studio/sign-in`, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([302, `${studioSite.address}/studio/sign-in`]);
});

test('an address beyond the end of a list shows its last page', async ({ editorPage: page }) => {
  const entry = await createArticle(page, 'In a list of one page');
  await waitForSave(page);
  await page.goto('/studio/content?sort=title');
  const [, last = ''] = /^Page 1 of (\d+)$/.exec(await page.getByText(/^Page 1 of/).innerText()) ?? [];
  for (const beyond of [Number(last) + 3, 99_999_999]) {
    await page.goto(`/studio/content?sort=title&page=${beyond}`);
    await expect(page.getByText(`Page ${last} of ${last}`)).toBeVisible();
    await expect(page.locator('tbody tr').first()).toBeVisible();
  }
  await page.getByRole('link', { name: 'Previous' }).click();
  await expect(page.getByText(`Page ${Number(last) - 1} of ${last}`)).toBeVisible();
  await page.goto(`${entry}/history?page=3`);
  await expect(page.locator('tbody tr').first()).toBeVisible();
});

test('a preview says in its frame why it cannot be shown', async ({ editorPage: page }) => {
  const answer = await page.request.get('/studio/preview?entry=999999999');
  expect(answer.status()).toBe(404);
  expect(answer.headers()).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'cache-control': 'no-store' });
  expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'self'");
});

test('names and titles from right to left stay apart from the sentences and rows around them', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  // Frames of previews run no script, also not that by which the test reads their scroll position.
  expectComplaint(/Blocked script execution/);
  const [name, title] = ['דנה (כהן)', 'שלום (עולם)'];
  const isolated = `\u2068${name}\u2069`;
  await signIn(context, studioSite, 'OWNER', name);
  const entry = await createArticle(page, title);
  await waitForSave(page);
  // An element of its own, whose text is the name alone.
  const expectOwn = (text: string) =>
    expect(page.locator('bdi, [dir="auto"]').filter({ hasText: text }).first()).toHaveText(text);
  for (const path of ['/studio', '/studio/content', '/studio/users']) {
    await page.goto(path);
    await expectOwn(name);
  }
  await page.goto('/studio/content?q=שלום');
  await expectOwn(title);

  await page.goto(entry);
  await publish(page);
  await page.getByLabel('Summary').fill('תקציר (חדש)');
  await waitForSave(page);
  await page.goto(`${entry}/history`);
  await expectOwn(title);
  await expect(page).toHaveTitle(/^History of “\u2068/);
  await expect(page.getByRole('cell', { name: isolated }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('heading', { name: 'What changed' }).waitFor();
  await expect(page.getByText(isolated).first()).toBeVisible();
  await expect(page.locator('main pre').first()).toHaveCSS('unicode-bidi', 'plaintext');
  // Both pages are scrolled to the first change.
  for (const title of ['The page before', 'The page after'])
    await expect(page.frameLocator(`iframe[title="${title}"]`).locator('html')).not.toHaveJSProperty('scrollTop', 0);
  await signIn(context, studioSite, 'OWNER');
  await page.goto('/studio/users');
  // A result that is pressed while its search has not begun is opened, also if that takes long.
  const openLate = async (route: Route) => {
    await page.waitForTimeout(500);
    await route.continue();
  };
  await page.route(`**${getStudioApiPath('user')}?*`, openLate, { times: 1 });
  await page.getByLabel('Search users').fill(name);
  await page.getByRole('link', { name }).click();
  await page.getByLabel('Role').selectOption('EDITOR');
  await page.getByRole('button', { name: 'Change role' }).click();
  await expect(page.getByText(`${isolated} is now an editor.`)).toBeVisible();
});
