import type { Locator } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { sessions } from '../api/db/studio-tables.ts';
import { makeEntry } from '../testing/makers.ts';
import { widths } from './axe.ts';
import { expect, signIn, signInAs, test } from './studio-site.ts';

test.beforeEach(({ context, studioSite }) => signIn(context, studioSite));

test('a redirect is added and deleted, without JavaScript, and the site follows it', async ({
  browser,
  page,
  request,
  studioSite,
}) => {
  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  const { userId } = await signIn(plain, studioSite);
  const endSession = () => studioSite.database.db.delete(sessions).where(eq(sessions.userId, userId));
  const screen = await plain.newPage();
  await screen.goto('/studio/redirects?add=yes');
  await screen.getByLabel('From the address').fill('/contact-us');
  await screen.getByLabel('To the page').fill('/about-us');
  await screen.getByRole('button', { name: 'Add' }).press('Enter');
  await expect(screen.getByText('is the address of a page that visitors see')).toBeVisible();
  await expect(screen.getByLabel('To the page')).toHaveValue('/about-us');
  await screen.getByLabel('From the address').fill('/contact-us.html');
  // The session ends: what was typed is shown again, and is sent after a sign-in in another tab.
  await endSession();
  await screen.getByRole('button', { name: 'Add' }).click();
  await expect(screen.getByText('What you typed is not saved.')).toBeVisible();
  await expect(screen.getByLabel('From the address')).toHaveValue('/contact-us.html');
  await expect(screen.getByLabel('To the page')).toHaveValue('/about-us');
  await signInAs(plain, studioSite, userId);
  await screen.getByRole('button', { name: 'Send it again' }).click();
  await expect(screen.getByText('/contact-us.html now leads to /about-us.')).toBeVisible();
  const readRedirect = async () => {
    const moved = await request.get('/contact-us.html', { maxRedirects: 0 });
    return [moved.status(), moved.headers().location];
  };
  await expect.poll(readRedirect).toEqual([308, '/about-us']);

  // A link inside the site, followed without loading a document, leads on too.
  await page.goto('/');
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('main a[href^="/"]');
    link?.setAttribute('href', '/contact-us.html');
    link?.setAttribute('id', 'moved');
  });
  await page.locator('#moved').click();
  await expect(page).toHaveURL('/about-us');

  const remove = screen.getByRole('button', { name: 'Delete the redirect from /contact-us.html' });
  // Nothing was typed, so the sign-in follows at once.
  await endSession();
  await remove.click();
  await expect(screen).toHaveURL(/\/studio\/sign-in\?to=/);
  await signInAs(plain, studioSite, userId);
  await screen.goto('/studio/redirects');
  await remove.click();
  await expect(screen.getByText('The redirect from /contact-us.html is deleted.')).toBeVisible();
  await expect.poll(async () => (await request.get('/contact-us.html')).status()).toBe(404);
  await plain.close();
});

test('a list of redirects is checked line by line, then stored whole, and counts its requests, without JavaScript', async ({
  browser,
  request,
  studioSite,
}) => {
  await makeEntry({ db: studioSite.database.db }, 'BLOG', { slug: 'frost' });
  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(plain, studioSite);
  const screen = await plain.newPage();
  await screen.goto('/studio/redirects?import=yes');
  const list = screen.getByLabel('Redirects, one in a line: the address, a comma, the page');
  await list.fill('from,to\n/old-journal/*,/blog/*\n/old-page,/no-such-page');
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect(screen.getByRole('row', { name: '3 To is not a page that visitors see' })).toBeVisible();
  await expect(screen.getByRole('button', { name: /^Store/ })).toHaveCount(0);
  await list.fill('from,to\n/old-journal/*,/blog/*\n/old-page,/about-us');
  await screen.getByRole('button', { name: 'Check' }).click();
  await screen.getByRole('button', { name: 'Store 2 redirects' }).click();
  await expect(screen.getByText('2 redirects are stored.')).toBeVisible();
  const moved = await request.get('/old-journal/frost?from=mail', { maxRedirects: 0 });
  expect([moved.status(), moved.headers().location]).toEqual([308, '/blog/frost?from=mail']);
  await expect(async () => {
    await screen.goto('/studio/redirects?q=journal');
    await expect(screen.getByRole('row', { name: /old-journal/ })).toContainText('last on', { timeout: 500 });
  }).toPass();
  const file = await plain.request.get('/studio/redirects.csv');
  expect(await file.text()).toContain('/old-journal/*,/blog/*,by hand,1,');
  await plain.close();
});

/** Returns the tops in px of the controls of a form, by the lines in which the fields and buttons of the form stand. */
function readLines(form: Locator): Promise<number[][]> {
  return form.evaluate((element) => {
    const lines: { end: number; tops: number[] }[] = [];
    for (const control of element.querySelectorAll('input:not([type="hidden"]), select, button')) {
      const field = control.closest('form > *') ?? control;
      const { top, bottom } = field.getBoundingClientRect();
      const line = lines.find(({ end }) => top < end - 1);
      const controlTop = control.getBoundingClientRect().top;
      if (line) line.tops.push(controlTop);
      else lines.push({ end: bottom, tops: [controlTop] });
    }
    return lines.map(({ tops }) => tops);
  });
}

test('fields of a row stay in one line, with an error below one of them and with long labels', async ({
  page,
  expectComplaint,
}) => {
  expectComplaint(/422/);
  await page.goto('/studio/redirects?add=yes');
  const form = page.locator('form').filter({ has: page.getByLabel('To the page') });
  const expectLines = async (state: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const lines = await readLines(form);
      expect(lines.flat(), `${state}, ${width} px wide`).toHaveLength(3);
      if (width > 320) expect(lines, `${state}, ${width} px wide`).toHaveLength(1);
      for (const tops of lines)
        expect(Math.max(...tops) - Math.min(...tops), `${state}, ${width} px wide: ${tops.join(', ')}`).toBeLessThan(1);
    }
  };
  await expectLines('no error');
  for (const [label, value, complaint] of [
    ['From the address', '/contact-us', 'is the address of a page that visitors see'],
    ['To the page', '/no-such-page', 'is not a page that visitors see'],
  ] as const) {
    await page.reload();
    await page.getByLabel('From the address').fill('/old-contact');
    await page.getByLabel('To the page').fill('/about-us');
    await page.getByLabel(label).fill(value);
    await page.getByRole('button', { name: 'Add' }).click();
    await expect(page.getByText(complaint)).toBeVisible();
    await expectLines(`an error of “${label}”`);
  }
  await form.evaluate((element) => {
    const label = element.querySelector('label');
    if (label) label.textContent = 'The address that printed letters, brochures and other sites still have '.repeat(4);
  });
  await expectLines('a label of several lines');
});
