import { eq } from 'drizzle-orm';
import { sessions } from '../api/db/studio-tables.ts';
import { expect, signIn, signInAs, test } from './studio-site.ts';

test('a redirect is added and deleted, without JavaScript, and the site follows it', async ({
  browser,
  context,
  page,
  request,
  studioSite,
}) => {
  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  const { userId } = await signIn(plain, studioSite);
  const endSession = () => studioSite.database.db.delete(sessions).where(eq(sessions.userId, userId));
  const screen = await plain.newPage();
  await screen.goto('/studio/redirects');
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
  await signIn(context, studioSite);
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
