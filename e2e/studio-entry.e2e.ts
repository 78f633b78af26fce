import { expectAccessible, narrow } from './axe.ts';
import { createArticle, expect, signIn, test, waitForSave, write } from './studio-site.ts';

// What stands where in the editor, and what its main button says.

test.beforeEach(({ context, studioSite }) => signIn(context, studioSite));

test('the main button says what publishing would do, now or at a time', async ({ page, expectComplaint }) => {
  // A time in the past.
  expectComplaint(/status of 4/);
  await createArticle(page, 'At its time');
  await waitForSave(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByText('At a time').click();
  await expect(dialog.getByRole('button', { name: 'Schedule' })).toBeDisabled();
  await dialog.getByLabel('Publish at').fill('2001-05-07T09:30');
  await dialog.getByRole('button', { name: 'Schedule for Mon 7 May 2001, 09:30' }).click();
  await expect(dialog.getByLabel('Publish at')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, { state: 'a refused time', at: narrow });
  await dialog.getByLabel('Publish at').fill('2031-05-07T09:30');
  await dialog.getByRole('button', { name: 'Schedule for Wed 7 May 2031, 09:30' }).click();
  await expect(page.getByText('Scheduled for Wed 7 May 2031, 09:30 in Europe/London.')).toBeVisible();
  const scheduled = page.getByRole('button', { name: 'Scheduled for 7 May' });
  await expect(scheduled).toBeVisible();

  // A later text is not the scheduled one.
  await write(page, 'Words after the schedule.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText(/^Published\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible();
  await write(page, ' And more.');
  await expect(page.getByRole('button', { name: 'Publish changes' })).toBeVisible();
});

test('the details stand beside the text, and take its place where there is no room', async ({ page }) => {
  await createArticle(page, 'Beside it');
  await waitForSave(page);
  const details = page.getByRole('complementary', { name: 'Details' });
  const toggle = page.getByRole('button', { name: 'Details' });
  const text = page.getByRole('textbox', { name: 'Text' });
  await expect(details.getByLabel('Keywords')).toBeVisible();
  await expect(text).toBeVisible();
  await toggle.press('Enter');
  await expect(details).toBeHidden();
  await toggle.press('Enter');
  await page.reload();

  await page.setViewportSize({ width: 320, height: 700 });
  await expect(details).toBeHidden();
  await toggle.click();
  await expect(details.getByLabel('Keywords')).toBeVisible();
  await expect(text).toBeHidden();
  await expectAccessible(page, { state: 'details', at: narrow });
  // A problem of the text leads back to it.
  await page.getByLabel('Keywords').fill('kept');
  await toggle.click();
  await expect(text).toBeVisible();
  await page.getByLabel('Title', { exact: true }).fill('');
  await waitForSave(page);
  await toggle.click();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Title: / })
    .click();
  await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
});

test('a setting shows what holds without its fields, on a page that shows it, and the rail marks it', async ({
  page,
}) => {
  await page.goto('/studio/forms');
  const previewed = page.getByLabel('Page to preview');
  await expect(previewed).toHaveValue('/contact-us');
  await page.locator('summary').filter({ hasText: 'Contact' }).first().click();
  const contact = page.getByRole('group', { name: 'Contact' });
  await expect(contact.getByLabel('Words of the button')).toHaveAttribute('placeholder', 'Send message');
  await contact.getByLabel('Words of the button').fill('Send it to us');
  await waitForSave(page);
  await page
    .locator('summary')
    .filter({ hasText: /^Consultation/ })
    .first()
    .click();
  await expect(previewed).toHaveValue('/book-a-free-consultation');
  await page.reload();
  // A group that holds something is one line that says what.
  await expect(contact).toBeHidden();
  await page.getByText('Send it to us', { exact: true }).click();
  await expect(contact).toBeVisible();
  await previewed.selectOption('E-mail: Message received');
  await expect(page.frameLocator('iframe[data-shown]').getByText('Hello Ada,')).toBeVisible();
  const rail = page.getByRole('navigation', { name: 'Studio' });
  await expect(rail.getByRole('link', { name: 'Forms' })).toHaveAttribute('aria-current', 'page');
  await expect(rail.getByRole('link', { name: 'Content' })).not.toHaveAttribute('aria-current');
});
