import type { Page } from '@playwright/test';
import { getStudioApiPath } from '../contract/studio/paths.ts';
import { createPage, expect, openEditor, saved, signIn, test, write } from './studio-site.ts';

// What happens to an editor's words when something else happens at the same time.

const text = (page: Page) => page.locator('.cm-content');

/** Holds the requests of an operation until the returned function is called. */
async function holdRequests(page: Page, path: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**${path}`, async (route) => {
    await promise;
    await route.continue();
  });
  return { isSent: page.waitForRequest(`**${path}`), release: resolve };
}

test('words that are typed just before and during a rename and a schedule are kept', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/status of 500/);
  await signIn(context, studioSite);
  const address = await createPage(page, 'Renamed while writing');
  await saved(page);

  await page.getByText('Address and search').click();
  const renaming = await holdRequests(page, getStudioApiPath('renameEntry'));
  await page.getByLabel('Last part of the address').fill('renamed-in-between');
  await page.getByLabel('Keywords').fill('before');
  await page.getByRole('button', { name: 'Rename' }).click();
  await renaming.isSent;
  await page.getByLabel('Keywords').fill('before, meanwhile');
  renaming.release();
  await expect(page.getByText(/^Renamed\./)).toBeVisible();
  await saved(page);

  await page.getByText('Text', { exact: true }).click();
  await page.getByLabel('Summary').fill('Typed before the schedule');
  await page.getByText('Schedule', { exact: true }).click();
  await page.getByLabel('Publish this draft at').fill('2099-01-01T10:00');
  const scheduling = await holdRequests(page, getStudioApiPath('scheduleEntry'));
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await scheduling.isSent;
  await page.getByText('Text', { exact: true }).click();
  await write(page, 'Typed during the schedule.');
  scheduling.release();
  await expect(page.getByText(/^Scheduled for/)).toBeVisible();
  await saved(page);

  // Words that the server does not have are never left behind by an action.
  await page.route(`**${getStudioApiPath('saveDraft')}`, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'internal', message: 'The server has an error.', fields: [], requestId: 'req-77' } },
    }),
  );
  await page.getByLabel('Title').fill('Typed while the server was broken');
  await expect(page.getByText(/^On this device only\. The server has an error\. \(request req-77\)/)).toBeVisible();
  await page.getByText('Address and search').click();
  await page.getByLabel('Last part of the address').fill('not-renamed');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Your last words are not saved yet, so this was not done.')).toBeVisible();
  await page.unroute(`**${getStudioApiPath('saveDraft')}`);
  await saved(page);

  await openEditor(page, address);
  await expect(page.getByLabel('Title')).toHaveValue('Typed while the server was broken');
  await expect(page.getByLabel('Summary')).toHaveValue('Typed before the schedule');
  await expect(text(page)).toContainText('Typed during the schedule.');
  await page.getByText('Address and search').click();
  await expect(page.getByLabel('Keywords')).toHaveValue('before, meanwhile');
});

test('a browser without a journal says that words are not saved anywhere', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  });
  await signIn(context, studioSite);
  await createPage(page, 'No journal');
  await saved(page);
  await page.route(`**${getStudioApiPath('saveDraft')}`, (route) => route.abort('internetdisconnected'));
  await write(page, 'Nowhere.');
  const line = page.getByText(/^Not saved anywhere yet: keep this page open\. The server was not reached\./);
  await expect(line).toBeVisible();
  await page.unroute(`**${getStudioApiPath('saveDraft')}`);
  await saved(page);
});

test('two tabs of one browser keep both edits, and take over what a closed tab has left', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  await signIn(context, studioSite);
  const address = await createPage(page, 'In two tabs');
  await saved(page);
  const save = `**${getStudioApiPath('saveDraft')}`;
  await page.route(save, (route) => route.abort('internetdisconnected'));
  await page.getByLabel('Title').fill('Typed in the first tab');
  await expect(page.getByText(/^On this device only\./)).toBeVisible();

  const second = await context.newPage();
  await openEditor(second, address);
  await expect(second.getByLabel('Title')).toHaveValue('In two tabs');
  await second.getByLabel('Summary').fill('Typed in the second tab');
  await second.getByText('Address and search').click();
  await second.getByLabel('Keywords').fill('second');
  await saved(second);
  await page.unroute(save);
  await page.getByText('Address and search').click();
  // The field shows the keyword that the merge has brought, so the next key does not take it back.
  await expect(page.getByLabel('Keywords')).toHaveValue('second');
  await page.getByLabel('Keywords').press('End');
  await page.getByLabel('Keywords').pressSequentially(', first');
  await saved(page);
  await page.getByText('Text', { exact: true }).click();
  await second.getByText('Text', { exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Typed in the first tab');
  await expect(page.getByLabel('Summary')).toHaveValue('Typed in the second tab');

  // The first tab ends before the server has its words: the second tab takes them over.
  await page.route(save, (route) => route.abort('internetdisconnected'));
  await write(page, 'Left by the first tab.');
  await expect(page.getByText(/^On this device only\./)).toBeVisible();
  await second.bringToFront();
  await second.evaluate(() => dispatchEvent(new Event('focus')));
  await page.close({ runBeforeUnload: false });
  await expect(text(second)).toContainText('Left by the first tab.');
  await saved(second);
  await second.reload();
  await expect(text(second)).toContainText('Left by the first tab.');
  await expect(second.getByLabel('Title')).toHaveValue('Typed in the first tab');
  await second.getByText('Address and search').click();
  await expect(second.getByLabel('Keywords')).toHaveValue('second, first');
});
