import type { Locator } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { sessions } from '../api/db/studio-tables.ts';
import { getStudioApiPath } from '../contract/studio/paths.ts';
import { makeEntry } from '../testing/makers.ts';
import { expectAccessible, narrow } from './axe.ts';
import { holdRequests } from './browser.ts';
import {
  createArticle,
  expect,
  getPublishButton,
  holdStudioCode,
  openEditor,
  publish,
  showPreview,
  signIn,
  signInAs,
  test,
  waitForSave,
  waitForVisitors,
  write,
} from './studio-site.ts';

test('a text is written, previewed beside it, published, and changed on the public page within a second', async ({
  editorPage: page,
  request,
}) => {
  await createArticle(page, 'Our new office');
  await waitForSave(page);
  await showPreview(page);
  const preview = page.frameLocator('iframe[data-shown]');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Our new office');
  await expect(preview.getByText('First words of Our new office.')).toBeVisible();
  expect((await request.get('/blog/our-new-office')).status()).toBe(404);

  await getPublishButton(page).click();
  await page.getByRole('button', { name: 'Publish now' }).waitFor();
  // Screen readers announce a text in a live region only if the region was there before the text.
  await page.locator('[role=status]').evaluateAll((regions) => {
    for (const region of regions) region.setAttribute('data-before', '');
  });
  await page.getByRole('button', { name: 'Publish now' }).click();
  const published = page.getByRole('status').filter({
    hasText: 'Published. Visitors now see it at /blog/our-new-office.',
  });
  await expect(published).toBeVisible();
  await expect(published).toHaveAttribute('data-before');
  // The page cache learns of a change after the response to the editor.
  const readPage = async () => (await request.get('/blog/our-new-office')).text();
  await expect.poll(readPage).toContain('First words of Our new office.');

  await write(page, 'Second words.');
  await waitForSave(page);
  await expect(preview.getByText('Second words.')).toBeVisible();
  expect(await readPage()).not.toContain('Second words.');
  await getPublishButton(page).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await waitForVisitors(readPage, 'Second words.');

  // The preview stays in view at the end of a long text.
  await write(page, `\n\nOne of many lines.${'\n\nOne more.'.repeat(60)}`);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
  await expect(page.locator('iframe[data-shown]')).toBeInViewport({ ratio: 0.5 });
});

test('words that did not reach the server survive a reload, and are sent when the network is back', async ({
  editorPage: page,
  context,
  browser,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  // A busy browser grants locks late: the journal must not wait for its own.
  await page.addInitScript(() => {
    if (navigator.locks) navigator.locks.request = () => new Promise(() => undefined);
  });
  const address = await createArticle(page, 'Without a network');
  await waitForSave(page);
  await page.route('**/api/studio/save-draft', (route) => route.abort('internetdisconnected'));
  await write(page, 'Written on the train.');
  await expect(page.getByText(/^On this device only/)).toBeVisible();
  await expectAccessible(page, { state: 'offline', at: narrow });
  page.on('dialog', (dialog) => void dialog.accept());
  await page.keyboard.insertText(' At the last moment.');
  await page.goto('about:blank');
  const later = await context.newPage();
  await openEditor(later, address);
  await expect(later.locator('.cm-content')).toContainText('Written on the train. At the last moment.');
  await waitForSave(later);
  // Another browser has only what the server has.
  const other = await browser.newContext({ baseURL: studioSite.address });
  await signIn(other, studioSite, 'EDITOR', 'The other');
  const otherPage = await other.newPage();
  await openEditor(otherPage, address);
  await expect(otherPage.locator('.cm-content')).toContainText('Written on the train. At the last moment.');
  await other.close();
});

test('the changes of two people are both kept, and if both changed the same words, the second person chooses', async ({
  editorPage: page,
  browser,
  studioSite,
}) => {
  const address = await createArticle(page, 'Written by two');
  await waitForSave(page);
  const otherContext = await browser.newContext({ baseURL: studioSite.address });
  await signIn(otherContext, studioSite, 'EDITOR', 'The other');
  const other = await otherContext.newPage();
  await openEditor(other, address);
  await expect(other.getByText('Grace Hopper has this entry open too.')).toBeVisible();
  await expect(page.getByText('The other has this entry open too.')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  const [title, button] = [page.getByRole('heading', { level: 1 }), getPublishButton(page)];
  const [{ y: top = 0 } = {}, { y: below = 0 } = {}] = [await title.boundingBox(), await button.boundingBox()].map(
    (box) => box ?? undefined,
  );
  expect(below - top, 'the actions stand in the line of the title').toBeLessThan(20);
  await expectAccessible(page, { state: 'somebody else is here', at: narrow });
  await other.getByLabel('Summary').fill('Their summary');
  await waitForSave(other);
  await write(page, 'Our words.');
  await waitForSave(page);
  await expect(page.getByLabel('Summary')).toHaveValue('Their summary');

  // What the others save and publish is shown without a word of one's own.
  await other.getByLabel('Summary').fill('Their last summary');
  await publish(other);
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible();
  await expect(page.getByText('The other changed what visitors see of this entry.')).toBeVisible();
  await expect(page.getByLabel('Summary')).toHaveValue('Their last summary');

  const release = await holdRequests(page, `**${getStudioApiPath('saveDraft')}*`);
  await page.getByLabel('Title').fill('Our title');
  await other.getByLabel('Title').fill('Their title');
  await waitForSave(other);
  release();
  await expect(page.getByText('The other changed the same words while you were writing')).toBeVisible();
  await expect(page.getByLabel('Theirs')).toHaveValue('Their title');
  await expect(page.getByLabel('What to keep')).toHaveValue('Our title');
  await page.getByLabel('What to keep').fill('A title of both');
  await page.getByRole('button', { name: 'Save this' }).click();
  await waitForSave(page);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('A title of both');
  await otherContext.close();
  await expect(page.getByText('has this entry open too.')).toBeHidden();
});

test('words that were typed before the page’s code had arrived, and as the editor appears, are saved', async ({
  editorPage: page,
}) => {
  const address = await createArticle(page, 'Typed early');
  await waitForSave(page);
  const release = await holdStudioCode(page);
  await page.goto(address, { waitUntil: 'commit' });
  await page.getByLabel('Summary').fill('Typed before any script ran');
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const text = document.querySelector<HTMLElement>('.cm-content');
      if (!text) return;
      observer.disconnect();
      text.focus();
      document.execCommand('insertText', false, 'Typed as it appears. ');
    }).observe(document.body, { childList: true, subtree: true });
  });
  release();
  const text = page.locator('.cm-content');
  await expect(text).toContainText('Typed as it appears.');
  await waitForSave(page);
  await expect(page.getByLabel('Summary')).toHaveValue('Typed before any script ran');
  await page.reload();
  await expect(page.getByLabel('Summary')).toHaveValue('Typed before any script ran');
  await expect(text).toContainText('Typed as it appears.');
});

test('an ended session asks for a sign-in over the page, and what was typed is sent after it', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/status of (?:401|403)/);
  const { userId } = await signIn(context, studioSite);
  const address = await createArticle(page, 'Signed out');
  await waitForSave(page);
  await studioSite.database.db.delete(sessions).where(eq(sessions.userId, userId));
  await write(page, 'Typed after the end.');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  // A closed dialog leaves the text to be read and copied.
  const refused = page.waitForResponse((response) => response.status() === 401);
  await page.keyboard.press('Escape');
  await refused;
  await expect(page.getByText('Your session has ended, so your latest changes are not saved.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in again' }).click();
  // The words stay when somebody else signs in, and are sent when their author does.
  await signIn(context, studioSite, 'EDITOR', 'Somebody else');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(/^On this device only\..* Sign in as yourself again/)).toBeVisible();
  await signInAs(context, studioSite, userId);
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await waitForSave(page);
  await page.goto(address);
  await expect(page.locator('.cm-content')).toContainText('Typed after the end.');
});

test('what cannot be published is listed, and each point leads to its field', async ({ editorPage: page }) => {
  await createArticle(page, 'Not finished');
  await page.getByLabel('Summary').fill('');
  await waitForSave(page);
  await page.reload();
  await expect(page.getByText('· 1 left')).toBeVisible();
  await page.locator('.cm-content').waitFor();
  await write(page, 'A [broken link](/no-such-page).');
  await waitForSave(page);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(`**${getStudioApiPath('checkEntry')}*`, async (route) => {
    await held;
    await route.continue();
  });
  await getPublishButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(dialog.getByRole('status')).toHaveText('Checking…');
  const region = await dialog.getByRole('status').elementHandle();
  release();
  await expect(dialog.getByText('2 problems are left')).toBeVisible();
  expect(await region?.textContent()).toContain('2 problems are left');
  await expect(dialog.getByRole('button', { name: 'Publish now' })).toHaveCount(0);
  await expectAccessible(page, { state: 'what cannot be published', at: narrow });
  await dialog.getByRole('button', { name: /no-such-page/ }).click();
  await expect(page.locator('.cm-content')).toBeFocused();
  await expect(page.getByText('links to /no-such-page, which is not a page of this site')).toBeVisible();
  await expect(page.getByLabel('Summary')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, { state: 'fields with errors', at: narrow });
});

test('a publication is undone: visitors see what they saw before, and the draft is back', async ({
  editorPage: page,
  request,
}) => {
  await createArticle(page, 'Published too early');
  await waitForSave(page);
  await publish(page);
  await expectAccessible(page, { state: 'published', at: narrow });
  await expect.poll(async () => (await request.get('/blog/published-too-early')).status()).toBe(200);
  await page.getByRole('button', { name: /^Undo publishing/ }).click();
  await expect(page.getByText('Undone. Visitors see what they saw before.')).toBeVisible();
  await expect.poll(async () => (await request.get('/blog/published-too-early')).status()).toBe(404);
  await write(page, 'Written after the undo.');
  await waitForSave(page);
  await page.reload();
  await expect(page.locator('.cm-content')).toContainText('Written after the undo.');
});

test('publishing is offered while visitors do not see the latest text, and never without a change', async ({
  editorPage: page,
}) => {
  const address = await createArticle(page, 'Published once');
  await waitForSave(page);
  const button = getPublishButton(page);
  const nothing = page.getByRole('button', { name: 'Nothing to publish' });
  await expect(nothing).toHaveCount(0);
  await button.click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText(/^Published\./)).toBeVisible();
  await expect(nothing).toBeDisabled();
  await expect(button).toHaveCount(0);
  await nothing.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // A change counts before the server has stored it.
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const save = `**${getStudioApiPath('saveDraft')}`;
  await page.route(save, async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel('Title').fill('Published twice');
  await expect(button).toBeEnabled();
  release();
  await waitForSave(page);
  await expect(button).toBeEnabled();
  await page.unroute(save);
  await page.reload();
  await expect(button).toBeEnabled();

  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await expect(page.getByRole('button', { name: 'Bring it back' })).toBeVisible();
  await page.goto(address);
  await expect(nothing).toBeDisabled();
});

test('Ctrl-S saves and never publishes', async ({ editorPage: page, request }) => {
  await createArticle(page, 'Only saved');
  await write(page, 'Second words.');
  await page.keyboard.press('ControlOrMeta+s');
  await waitForSave(page);
  expect((await request.get('/blog/only-saved')).status()).toBe(404);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the list is filtered, a text is saved and published, and an entry is withdrawn and shown again', async ({
    editorPage: page,
    request,
    studioSite,
  }) => {
    const path = '/blog/a-year-in-the-orchard';
    await page.goto('/studio/content?type=BLOG&q=year');
    await page
      .getByRole('link', { name: /^A year in the orchard/ })
      .first()
      .click();
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await expect(text).toBeVisible();
    await page.setViewportSize({ width: 320, height: 800 });
    // Nothing that needs a script stands beside the text, which is as wide as the other fields.
    await expect(page.getByRole('toolbar')).toHaveCount(0);
    const screen = page.getByRole('main');
    await expect(screen.getByRole('radio').or(screen.getByRole('combobox'))).toHaveCount(0);
    await expect(screen.locator('button[type="button"]:visible, input:not([name]):visible')).toHaveCount(0);
    await expect(screen.getByRole('link', { name: 'In a window' })).toBeVisible();
    await expect(screen.getByRole('link', { name: /^Publish/ })).toHaveCount(0);
    const getWidth = async (field: Locator) => (await field.boundingBox())?.width ?? 0;
    expect(await getWidth(text)).toBeGreaterThan((await getWidth(page.getByLabel('Summary'))) - 4);
    await page.getByLabel('Summary').fill('Changed without a script');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved.')).toBeVisible();
    await expect(page.getByLabel('Summary')).toHaveValue('Changed without a script');
    const address = page.url();
    await page.getByRole('link', { name: /^Publish/ }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(address);
    await page.getByRole('link', { name: /^Publish/ }).click();
    await page.getByLabel('Type 1 to publish 1 entry').fill('1');
    await page.getByRole('button', { name: 'Publish 1 entry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Published 1 entry');
    await expect.poll(async () => (await request.get(path)).text()).toContain('Changed without a script');
    await page.goto(address);
    const linking = { title: 'About our year', body: `See [the year](${path}).\n` };
    await makeEntry(studioSite.database, 'BLOG', { text: linking });
    await page.getByRole('link', { name: 'Withdraw…' }).click();
    await expect(page.getByRole('region', { name: 'One page links here' })).toContainText('About our year');
    expect((await request.get(path)).status()).toBe(200);
    await page.getByRole('button', { name: 'Withdraw now' }).click();
    await expect(page.getByText(/^Withdrawn/).first()).toBeVisible();
    await expect.poll(async () => (await request.get(path)).status()).toBe(410);
    await page.getByRole('button', { name: 'Show to visitors again' }).click();
    await expect.poll(async () => (await request.get(path)).status()).toBe(200);
  });
});
