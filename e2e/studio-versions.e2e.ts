import { createApiContext } from '../testing/api-context.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { expect, test } from './studio-site.ts';

// Earlier versions of an entry, without JavaScript and on a narrow phone.
test.use({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } });

test('versions are compared, kept, discarded, brought back and restored, and a draft is deleted and restored', async ({
  editorPage: page,
  studioSite,
}) => {
  const ctx = createApiContext(studioSite.database.db, studioSite.dataDir);
  const editor = createHttpStudioClient(studioSite.address, (await makeUser(ctx, 'EDITOR')).token);
  const { id } = await editor.call('createEntry', { type: 'PAGE', title: 'A page with a past' });
  // A single version cannot be compared with anything.
  await page.goto(`/studio/content/${id}/history`);
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Compare' })).toHaveCount(0);
  const save = async (title: string) => {
    const { version, content } = await editor.call('openEntry', { id });
    return editor.call('saveDraft', { id, version, content: { ...content, title, summary: 'A page' } });
  };
  const { version } = await save('The published title');
  await editor.call('publishEntry', { id, version });
  await save('The drafted title');

  await page.goto(`/studio/content/${id}/history`);
  // A save of an earlier minute has a row too.
  await expect(page.getByRole('rowheader', { name: /^(?:Draft|Revision)/ })).toHaveCount(2);
  // The two newest versions are chosen.
  await page.getByRole('button', { name: 'Compare' }).press('Enter');
  await expect(page.getByRole('figure', { name: 'Title' }).locator('del')).toHaveText('published');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(320);
  const frame = page.frameLocator('iframe[title="The page after"]');
  await expect(frame.locator('h1 ins')).toHaveText('The drafted title');

  await page.getByLabel('Keep it under a name').fill('Before the rewrite');
  await page.getByRole('button', { name: 'Keep this version' }).click();
  await expect(page.getByText('Kept as revision 2.')).toBeVisible();
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('rowheader', { name: 'Before the rewrite (revision 2)' })).toBeVisible();
  await page.getByRole('button', { name: 'Discard the draft' }).click();
  await expect(page.getByText('The draft is discarded.')).toBeVisible();
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('The drafted title');
  await page.goto(`/studio/content/${id}/history`);
  await page.getByRole('button', { name: 'Restore Revision 1' }).click();
  await expect(page.getByText('The draft has the text of that version now.')).toBeVisible();
  await page.goto(`/studio/content/${id}`);
  await expect(page.getByLabel('Title')).toHaveValue('The published title');

  const { id: unwanted } = await editor.call('createEntry', { type: 'PAGE', title: 'An unwanted draft' });
  await page.goto(`/studio/content/${unwanted}`);
  await page.getByRole('link', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Restore An unwanted draft' }).click();
  await expect(page).toHaveURL(new RegExp(`/studio/content/${unwanted}$`));
  await expect(page.getByLabel('Title')).toHaveValue('An unwanted draft');
});
