import type { Page } from '@playwright/test';
import {
  expect,
  getPublishButton,
  holdStudioCode,
  publish,
  showDetails,
  signIn,
  test,
  waitForSave,
} from './studio-site.ts';

/** Undoes the publication of the setting at an address of the Studio, because other tests use the same site. */
async function undo(page: Page, setting: string): Promise<void> {
  await page.goto(setting);
  await showDetails(page);
  await page.getByRole('button', { name: /^Undo publishing/ }).click();
  await expect(page.getByText(/^Undone\./)).toBeVisible();
}

const tree = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="#0a5a2c"/></svg>',
);

test.beforeEach(({ context, studioSite }) => signIn(context, studioSite));

test('an editor changes the telephone number of the company, and every page shows it', async ({
  page,
  expectComplaint,
}) => {
  // The preview of a number that does not fit.
  expectComplaint(/status of 422/);
  // What is typed before the script has loaded is saved too.
  const release = await holdStudioCode(page);
  await page.goto('/studio/company', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Claim' }).fill('Apples, and what they become');
  release();
  // A setting has neither a text nor an address.
  await expect(page.getByRole('textbox', { name: 'Text' }).or(page.getByLabel('Last part of the address'))).toHaveCount(
    0,
  );
  const number = page.getByLabel('Telephone');
  await number.fill('01531 496012');
  await waitForSave(page);
  await getPublishButton(page).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /must be an international number/ }).click();
  await expect(number).toBeFocused();
  await number.fill('+44 1531 496 012');
  await waitForSave(page);
  await expect(page.frameLocator('iframe').first().getByRole('link', { name: '+44 1531 496 012' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Claim' })).toHaveValue('Apples, and what they become');
  await publish(page);
  // A logo that is uploaded is shown where visitors will see it.
  await page.getByLabel('Upload a logo').setInputFiles({ name: 'tree.svg', mimeType: 'image/svg+xml', buffer: tree });
  await expect(page.getByRole('textbox', { name: 'Logo' })).toHaveValue('tree.svg');
  await expect(page.getByText('Header, dark')).toBeVisible();
  await waitForSave(page);
  // Until a page is rendered again, for a second at most, its former response is served.
  await expect(async () => {
    await page.goto('/blogs');
    const link = page.getByRole('contentinfo').getByRole('link', { name: '+44 1531 496 012' });
    await expect(link).toHaveAttribute('href', 'tel:+441531496012', { timeout: 1_000 });
    await expect(page.getByText('Apples, and what they become').first()).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('a setting is changed without JavaScript: texts, and the items of a list', async ({
  plainPage: page,
  studioSite,
}) => {
  await signIn(page.context(), studioSite);
  await page.goto('/studio/company');
  await page.getByLabel('Register number').fill('Herefordshire 4711');
  await page.getByRole('button', { name: 'Add to pages of the company' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(page.getByLabel('Register number')).toHaveValue('Herefordshire 4711');
  await page.getByRole('textbox', { name: 'Pages of the company 1' }).fill('https://social.example/orchard');
  // Enter saves, although buttons of lists stand before the one that saves.
  await page.getByRole('textbox', { name: 'Pages of the company 1' }).press('Enter');
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove https://social.example/orchard' }).click();
  await expect(page.getByRole('textbox', { name: 'Pages of the company 1' })).toHaveCount(0);
  await expect(page.getByLabel('Register number')).toHaveValue('Herefordshire 4711');
});

test('an editor changes the menus, and cannot publish a link to a draft', async ({ page, expectComplaint }) => {
  // The preview of an item without a target.
  expectComplaint(/status of 422/);
  await page.goto('/studio/content/new/PAGE');
  await page.getByLabel('Title').fill('Opening hours');
  await page.getByRole('button', { name: 'Create a draft' }).click();
  await page.waitForURL(/\/studio\/content\/\d+$/);
  await page.goto('/studio/menus');
  const header = page.getByRole('group', { name: 'Header', exact: true });
  const removals = header.locator('> div > div:last-child').getByRole('button', { name: /^Remove / });
  await expect(removals).not.toHaveCount(0);
  while ((await removals.count()) > 0) await removals.first().click();
  const getItem = (place: number) => header.getByRole('group', { name: `Header ${place}`, exact: true });

  await header.getByRole('button', { name: 'Add to header' }).click();
  await getItem(1).getByLabel('Leads to').fill('/blogs');
  await header.getByRole('button', { name: 'Add to header' }).click();
  await header.getByLabel('Header 2: kind').selectOption('Group');
  await getItem(2).getByLabel('Label').first().fill('Company');
  await getItem(2).getByLabel('Leads to').fill('/our-plans');
  await getItem(2).getByRole('group', { name: 'Item 1' }).getByLabel('Label').fill('Prices');
  await header.getByRole('button', { name: 'Move Company up' }).click();
  await header.getByRole('button', { name: 'Add to header' }).click();
  await getItem(3).getByRole('button', { name: 'Find a page…' }).click();
  await page.getByLabel('Title of a page, or an address').fill('Opening');
  await page.getByRole('button', { name: /^Opening hours/ }).click();
  await expect(getItem(3).getByLabel('Leads to')).toHaveValue('/opening-hours');
  await waitForSave(page);

  await getPublishButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'links to /opening-hours, which is a draft' }).click();
  await expect(getItem(3).getByLabel('Leads to')).toBeFocused();
  await header.getByRole('button', { name: 'Remove /opening-hours' }).click();
  await waitForSave(page);
  await publish(page);
  await page.goto('/studio/menus');
  // What is complete is folded to a line.
  await expect(header.getByText('Company', { exact: true })).toBeVisible();
  await expect(getItem(1)).toBeHidden();
  // The preview is so wide that its menus are open.
  const shown = page.frameLocator('iframe[data-shown]').getByRole('navigation', { name: 'Main' }).first();
  await expect(shown.getByText('Company')).toBeVisible();
  const setting = page.url();

  await page.goto('/blogs');
  const menu = page.getByRole('navigation', { name: 'Main' }).first();
  await expect(menu.getByText(/^(?:Company|Blogs)$/)).toHaveText(['Company', 'Blogs']);
  await menu.getByText('Company').click();
  await expect(menu.getByRole('link', { name: 'Prices' })).toHaveAttribute('href', '/our-plans');
  await undo(page, setting);
});

test('an editor chooses a theme by its picture, and a colour with too little contrast is refused', async ({ page }) => {
  // Nobody has changed the look of the test content, so its first change stores it.
  await page.goto('/studio/look');
  await expect(page.getByText('As delivered', { exact: true })).toBeVisible();
  const setting = page.url();
  const themes = page.getByRole('group', { name: 'Theme', exact: true });
  for (const picture of await themes.locator('img').all())
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(960);
  await themes.getByRole('radio', { name: 'Broadsheet' }).check();
  await page.getByLabel('Fonts').selectOption('Figtree alone');
  const accent = page.getByRole('group', { name: 'Colours in light' }).getByLabel('Accent', { exact: true });
  await accent.fill('#ff9a3c');
  await waitForSave(page);
  await getPublishButton(page).click();
  const reason = /accent on ground-sunk in light has a contrast of 1\.87:1; it needs 4\.5:1/;
  await page.getByRole('dialog').getByRole('button', { name: reason }).click();
  await expect(accent).toBeFocused();
  await accent.fill('#0a5a8c');
  await waitForSave(page);
  await publish(page);
  await expect(async () => {
    await page.goto('/blogs');
    await expect(page.locator('html')).toHaveAttribute('data-look', 'broadsheet', { timeout: 1_000 });
  }).toPass();
  await undo(page, setting);
});
