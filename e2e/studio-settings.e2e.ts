import { expect, publish, signIn, test, waitForSave } from './studio-site.ts';

test('an editor changes the telephone number of the company, and every page shows it', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  // The preview of a number that does not fit.
  expectComplaint(/status of 422/);
  await signIn(context, studioSite);
  await page.goto('/studio/settings');
  await page.getByRole('link', { name: 'Company' }).click();
  // The preview is made only in the browser.
  await page.locator('iframe').first().waitFor();
  // A setting has neither a text nor an address.
  await expect(page.getByRole('group', { name: 'Part of the entry' }).getByRole('radio')).toHaveCount(2);
  const number = page.getByLabel('Telephone');
  await number.fill('01531 496012');
  await waitForSave(page);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /must be an international number/ }).click();
  await expect(number).toBeFocused();
  await number.fill('+44 1531 496 012');
  await waitForSave(page);
  await expect(page.frameLocator('iframe').first().getByRole('link', { name: '+44 1531 496 012' })).toBeVisible();
  await publish(page);
  await page.goto('/blogs');
  await expect(page.getByRole('contentinfo').getByRole('link', { name: '+44 1531 496 012' })).toHaveAttribute(
    'href',
    'tel:+441531496012',
  );
});
