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
  // The settings of the test content hold for all time.
  await expect(page.getByText(/1970|Withdraw at/)).toHaveCount(0);
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
  await getPublishButton(page).click();
  await expect(dialog.getByText('What changes: Claim and Telephone.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText(/^Published\./)).toBeVisible();
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

  await page.goto('/studio/menus');
  const header = page.getByRole('group', { name: 'Header', exact: true });
  await header.getByRole('button', { name: 'Add a link…' }).click();
  await header.getByText('Link without a target').click();
  await header.getByRole('textbox', { name: 'Leads to' }).last().fill('/blogs');
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await header.getByRole('button', { name: 'Move Blogs into the group above' }).last().click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await expect(header.getByRole('button', { name: 'Move Blogs out of its group' }).last()).toBeVisible();
});

test('an editor changes the menus by search, keys and drag, and cannot publish a link to a draft', async ({
  page,
  expectComplaint,
}) => {
  // The preview of a group without a label.
  expectComplaint(/status of 422/);
  await page.goto('/studio/content/new/PAGE');
  await page.getByLabel('Title').fill('Opening hours');
  await page.getByRole('button', { name: 'Create a draft' }).click();
  await page.waitForURL(/\/studio\/content\/\d+$/);
  await page.goto('/studio/menus');
  const header = page.getByRole('group', { name: 'Header', exact: true });
  const lines = header.locator('[data-item] > details > summary > span:first-child');
  const removals = header.getByRole('button', { name: /^Remove / });
  await expect(removals).not.toHaveCount(0);
  while ((await removals.count()) > 0) await removals.first().click();
  // A removed group comes back with its links.
  await header.getByRole('button', { name: 'Undo' }).click();
  await expect(lines.first()).toHaveText('Company');
  while ((await removals.count()) > 0) await removals.first().click();

  const addLink = async (button: string, text: string, found: string | null = null) => {
    await header.getByRole('button', { name: button, exact: true }).click();
    const field = page.getByRole('dialog').getByRole('textbox');
    await field.fill(text);
    if (found === null) await field.press('Enter');
    else await page.getByRole('dialog').getByRole('button', { name: found }).first().click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  await addLink('Add a link…', '/blogs');
  await header.getByRole('button', { name: 'Add a group' }).click();
  await page.keyboard.type('Company');
  await addLink('Add a link to Company', '/our-plans');
  const item = header.getByRole('listitem').filter({ hasText: '/our-plans' }).last();
  await item.locator('summary').click();
  await expect(item.getByLabel('Label')).toHaveAttribute('placeholder', 'Our plans');
  await item.getByLabel('Label').fill('Prices');
  await addLink('Add a link…', 'Opening', 'Opening hours');
  await expect(lines).toHaveText(['Blogs', 'Company', 'Prices', 'Opening hours']);
  await expect(header.getByText('Is a draft')).toBeVisible();

  // The focus stays on the handle, and screen readers hear the place.
  const pressed = async (name: string, key: string, said: string) => {
    const handle = header.getByRole('button', { name: `Move ${name}`, exact: true });
    await handle.press(key);
    await expect(header.getByRole('status')).toHaveText(said);
    await expect(handle).toBeFocused();
  };
  await pressed('Company', 'ArrowUp', 'Company is now 1 of 3.');
  await pressed('Opening hours', 'ArrowUp', 'Opening hours is now 2 of 3.');
  await pressed('Opening hours', 'ArrowRight', 'Opening hours is now 2 of 2 in Company.');
  await pressed('Opening hours', 'ArrowLeft', 'Opening hours is now 2 of 3.');
  await expect(lines).toHaveText(['Company', 'Prices', 'Opening hours', 'Blogs']);
  // A drag to the right below a link of a group puts the link into the group.
  const from = await header.getByRole('button', { name: 'Move Opening hours', exact: true }).boundingBox();
  if (!from) throw new Error('The handle has no place');
  await page.mouse.move(from.x + 5, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 50, from.y + 8, { steps: 4 });
  await page.mouse.up();
  await expect(header.locator('[data-inside]')).toHaveCount(2);
  await waitForSave(page);

  await getPublishButton(page).click();
  await page.getByRole('dialog').getByRole('button', { name: 'links to /opening-hours, which is a draft' }).click();
  await expect(header.getByLabel('Leads to').and(page.locator('[value="/opening-hours"]'))).toBeFocused();
  await header.getByRole('button', { name: 'Remove Opening hours' }).click();
  await waitForSave(page);
  await publish(page);
  // The menus are drawn as on a desktop and as on a phone.
  await expect(page.locator('iframe[data-shown]')).toHaveCount(2);
  const shown = page
    .frameLocator('[data-width="Desktop"] > iframe[data-shown]')
    .getByRole('navigation', { name: 'Main' });
  await expect(shown.first().getByText('Company')).toBeVisible();

  await expect(async () => {
    await page.goto('/blogs');
    const menu = page.getByRole('navigation', { name: 'Main' }).first();
    await expect(menu.getByText(/^(?:Company|Blogs)$/)).toHaveText(['Company', 'Blogs'], { timeout: 1_000 });
  }).toPass();
  const menu = page.getByRole('navigation', { name: 'Main' }).first();
  await menu.getByText('Company').click();
  await expect(menu.getByRole('link', { name: 'Prices' })).toHaveAttribute('href', '/our-plans');
  await undo(page, '/studio/menus');
});

test('an editor chooses a theme by its picture, and a colour with too little contrast is refused', async ({ page }) => {
  // Nobody has changed the look of the test content, so its first change stores it.
  await page.goto('/studio/look');
  await expect(page.getByText('As delivered', { exact: true })).toBeVisible();
  const setting = page.url();
  const themes = page.getByRole('group', { name: 'Theme', exact: true });
  // Each theme shows the own Home, drawn in it.
  for (const theme of ['Drawn to scale', 'Broadsheet']) {
    const home = page.frameLocator(`iframe[title="Home in ${theme}"]`).locator('html');
    await expect(home).toHaveAttribute('data-look', theme.toLowerCase().replaceAll(' ', '-'));
  }
  await themes.getByRole('radio', { name: 'Broadsheet' }).check();
  await page.getByRole('group', { name: 'Fonts' }).getByRole('radio', { name: 'Figtree alone' }).check();
  const accent = page.getByRole('group', { name: 'Colours in light' }).getByLabel('Accent', { exact: true });
  await accent.fill('#ff9a3c');
  // The contrast is shown while a colour is chosen.
  await expect(page.getByRole('row', { name: /^accent on ground sunk/ })).toContainText('1.87:1 fails');
  await waitForSave(page);
  await getPublishButton(page).click();
  const reason = /accent on ground-sunk in light has a contrast of 1\.87:1; it needs 4\.5:1/;
  await page.getByRole('dialog').getByRole('button', { name: reason }).click();
  await expect(accent).toBeFocused();
  await accent.fill('#0a5a8c');
  await expect(page.getByText('Contrast in light: all 27 pass')).toBeVisible();
  await waitForSave(page);
  await publish(page);
  await expect(async () => {
    await page.goto('/blogs');
    await expect(page.locator('html')).toHaveAttribute('data-look', 'broadsheet', { timeout: 1_000 });
  }).toPass();
  await undo(page, setting);
});
