import { getStudioApiPath } from '../contract/studio/paths.ts';
import { expectAccessible, narrow } from './axe.ts';
import { createArticle, expect, signIn, signInAs, test, waitForSave, write } from './studio-site.ts';

test('an author submits a draft, an editor sends it back with a reason, and readers are offered nothing to write', async ({
  browser,
  context,
  page,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await signIn(context, studioSite, 'AUTHOR', 'Ann Author');
  const address = await createArticle(page, 'A page for review');
  await page.getByLabel('Message to the editors').fill('Is the second sentence right?');
  const submit = page.getByRole('button', { name: 'Submit for review' });
  // Words that the server does not have yet would be missing in what the editors read.
  await waitForSave(page);
  const save = `**${getStudioApiPath('saveDraft')}`;
  await page.route(save, (route) => route.abort('internetdisconnected'));
  await write(page, 'A second sentence.');
  await submit.press('Enter');
  await expect(page.getByRole('alert')).toContainText('so the draft was not submitted');
  await expectAccessible(page, { state: 'not submitted', at: narrow });
  await page.unroute(save);
  await waitForSave(page);
  await expect(page.getByRole('alert')).toBeHidden();
  await submit.press('Enter');
  await expect(page.getByText('The editors see your draft in their list.')).toBeVisible();
  await waitForSave(page);
  await expect(page.getByText('saved again since')).toBeHidden();
  await expectAccessible(page, { state: 'submitted', at: narrow });

  const plain = await browser.newContext({
    baseURL: studioSite.address,
    javaScriptEnabled: false,
    viewport: { width: 320, height: 700 },
  });
  const { userId: editorId } = await signIn(plain, studioSite, 'EDITOR', 'Ed Editor');
  const editor = await plain.newPage();
  await editor.goto('/studio');
  const waiting = editor.getByRole('list', { name: 'Waiting for review' });
  await expect(waiting).toContainText('Is the second sentence right?');
  expect(await editor.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await waiting.getByRole('link', { name: 'A page for review' }).click();
  await editor.getByLabel('What has to change').fill('It needs a source.');
  // The words stay when somebody else signs in, and are sent when their author does.
  await signIn(plain, studioSite, 'EDITOR', 'Somebody else');
  await editor.getByRole('button', { name: 'Send back' }).click();
  await expect(editor.getByText(/^Somebody else is now signed in on this browser/)).toBeVisible();
  await expect(editor.getByLabel('What has to change')).toHaveValue('It needs a source.');
  await signInAs(plain, studioSite, editorId);
  await editor.getByRole('button', { name: 'Send it again' }).click();
  await expect(editor.getByText('Sent back. The author sees your answer.')).toBeVisible();
  await plain.close();

  await page.goto('/studio');
  await expect(page.getByRole('list', { name: 'Sent back to the author' })).toContainText('It needs a source.');
  await expectAccessible(page, { state: 'today', at: narrow });
  await page.goto(address);
  await expect(page.getByText(/Sent back .* by Ed Editor: “It needs a source.”/)).toBeVisible();
  await expectAccessible(page, { state: 'sent back', at: narrow });

  await context.clearCookies();
  await signIn(context, studioSite, 'READER');
  await page.goto('/studio');
  await expect(page.getByRole('link', { name: 'Write an article' })).toBeHidden();
  await page.goto('/studio/content/new/BLOG');
  await expect(page.getByText('Ask an owner for another role to write.')).toBeVisible();
  await page.goto('/studio/redirects?add=yes');
  await expect(page.getByRole('button', { name: 'Add' })).toBeHidden();
});
