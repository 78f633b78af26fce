import { expectAccessible } from './axe.ts';
import { expect, getEntryId, holdStudioCode, showDetails, test } from './studio-site.ts';

// The drawings beside the fields of an infographic.

test('a chart is drawn as its figures are typed, and stays while they cannot be drawn', async ({
  editorPage: page,
  studioSite,
  expectComplaint,
}) => {
  // The preview of a chart without a unit.
  expectComplaint(/422/);
  const id = await getEntryId(studioSite, 'INFOGRAPHIC', 'sun-on-two-slopes');
  const release = await holdStudioCode(page);
  await page.goto(`/studio/content/${id}`, { waitUntil: 'commit' });
  // A part that is chosen before the page’s code has arrived is shown as soon as it is there.
  await page.getByRole('group', { name: 'View' }).getByText('Split').click();
  release();
  await expect(page.getByRole('region', { name: 'Preview' })).toBeVisible();
  await showDetails(page);
  const figure = page.getByRole('figure', { name: 'Drawing of sheet 1', exact: true });
  await expect(figure.getByRole('img')).toBeVisible();
  const unit = page.getByLabel('Unit').first();
  await unit.fill('barrels');
  await expect(figure.getByRole('img')).toContainText('barrels');
  await unit.fill('');
  await expect(figure.getByText(/Not drawn, because/)).toBeVisible();
  await expect(figure.getByRole('img')).toContainText('barrels');
  await expectAccessible(page, { state: 'drawings' });
});
