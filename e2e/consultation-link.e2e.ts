import type { Page } from '@playwright/test';
import { type ContentSite, startSiteWithTestContent } from '../testing/content-sites.ts';
import { type MailServer, readLink, startMailServer } from '../testing/mail-server.ts';
import { expect, test } from './browser.ts';

// The links in mails, on a separate site whose mails are really sent.

let site: ContentSite;
let mails: MailServer;
const findMailsTo = (email: string) => mails.received.filter(({ to }) => to[0] === email);

/** Books the second free time. The first may become too soon to book while the page is open. */
async function bookTime(page: Page, email: string): Promise<void> {
  await page.goto(`${site.address}/book-a-free-consultation?zone=Europe/London`);
  await page.locator('button[name="slot"]').nth(1).click();
  // Before hydration the fields belong to another form and lose the focus.
  await page.waitForURL(/hold=/);
  await page.locator('#field-name').fill('Ada');
  await page.locator('#field-email').fill(email);
  await page.getByRole('button', { name: 'Book this time' }).click();
  await expect(page).toHaveURL(/thank-you\?reference=/);
}

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  mails = await startMailServer();
  site = await startSiteWithTestContent({ SMTP_URL: mails.url, TRUST_PROXY: '1' });
});
test.afterAll(async () => {
  await site?.stop();
  await mails?.close();
});

for (const javaScriptEnabled of [false, true]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    // A network (/48) of its own, because a third booking of one network waits for its confirmation.
    test.use({
      javaScriptEnabled,
      extraHTTPHeaders: { 'x-forwarded-for': `2001:db8:${javaScriptEnabled ? 1 : 2}::1` },
    });

    test('the link of the mail shows, moves and cancels the appointment, and opening it changes nothing', async ({
      page,
      expectComplaint,
    }) => {
      expectComplaint(/status of 404/);
      mails.received.length = 0;
      // Mails to one address are limited, so each test has an address of its own.
      const email = `ada${javaScriptEnabled}@example.org`;
      await bookTime(page, email);
      await expect(page.locator('main')).toContainText('An e-mail with a calendar file is on its way.');
      await expect.poll(() => findMailsTo(email).length).toBe(1);
      const link = readLink(findMailsTo(email)[0]?.raw ?? '', site.address);

      const answer = await page.goto(link);
      expect(answer?.headers()).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'same-origin',
      });
      for (let times = 0; times < 2; times++) await page.reload();
      const time = page.locator('#appointment time');
      const before = await time.getAttribute('datetime');
      await expect(page.getByRole('heading', { level: 1, name: 'Your consultation' })).toBeVisible();
      await expect(page.locator('#done')).toHaveCount(0);

      await page.locator('#times button[name="to"]').nth(3).click();
      await expect(page.locator('#ask')).toBeInViewport();
      await expect(time).toHaveAttribute('datetime', before ?? '');
      await page.getByRole('button', { name: 'Yes, move it' }).click();
      await expect(page.getByText('Your consultation has been moved.')).toBeInViewport();
      await expect(page.locator('#done')).toBeFocused();
      await expect(time).not.toHaveAttribute('datetime', before ?? '');
      await expect(page.locator(`#times button[value="${before}"]`)).toHaveCount(1);

      await page.getByRole('link', { name: 'Cancel this consultation' }).click();
      await expect(page.locator('#ask')).toBeInViewport();
      expect(mails.received.filter(({ raw }) => /method=CANCEL/i.test(raw))).toHaveLength(0);
      await page.getByRole('button', { name: 'Yes, cancel it' }).click();
      await expect(page.getByText('Your consultation has been cancelled.')).toBeInViewport();
      await expect(page.locator('button[name="to"]')).toHaveCount(0);
      await expect.poll(() => mails.received.filter(({ raw }) => /method=CANCEL/i.test(raw)).length).toBe(2);
      expect(site.output()).not.toContain(new URL(link).searchParams.get('manage'));

      expect((await page.goto(`${link.slice(0, -3)}AAA`))?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'This link leads to no appointment' })).toBeVisible();
      await expect(page.locator('main')).toContainText('copy all of it from your mail');
      await page.getByRole('main').getByRole('link', { name: 'Book a time' }).click();
      await expect(page).toHaveURL(/\/book-a-free-consultation$/);
    });

    test('a third booking waits until it is confirmed by the link in its mail, and the page says so', async ({
      page,
    }) => {
      const email = `grace${javaScriptEnabled}@example.org`;
      for (const sender of [`hopper1${email}`, `hopper2${email}`, email]) await bookTime(page, sender);
      await expect(page.getByRole('heading', { level: 1, name: 'One more step: confirm your time' })).toBeVisible();
      await expect(page.locator('main')).toContainText(/We are holding this time until \d\d:\d\d \(Europe\/London\)/);
      await expect(page.locator('main')).not.toContainText('Add to your calendar');
      // The page of the browser that booked shows the time and does not confirm it.
      await page.getByRole('link', { name: 'See or cancel it' }).click();
      await expect(page.locator('#appointment')).toContainText('Not confirmed yet');
      await expect(page.getByRole('button', { name: 'Confirm this time' })).toHaveCount(0);
      await expect(page.locator('button[name="to"]')).toHaveCount(0);

      await expect.poll(() => findMailsTo(email).length).toBe(1);
      const raw = findMailsTo(email)[0]?.raw ?? '';
      expect(raw).toMatch(/^Subject: Please confirm/m);
      expect(raw).not.toMatch(/text\/calendar/i);
      const link = readLink(raw, site.address);
      for (let times = 0; times < 2; times++) await page.goto(link);
      await expect(page.locator('#appointment')).toContainText('Not confirmed yet');
      await page.getByRole('button', { name: 'Confirm this time' }).click();
      await expect(page.getByText('Your consultation is booked.')).toBeInViewport();
      await expect(page.getByRole('link', { name: 'Add to your calendar' })).toBeVisible();
      await expect.poll(() => findMailsTo(email).filter(({ raw }) => /method=REQUEST/i.test(raw)).length).toBe(1);
      expect(site.output()).not.toContain(new URL(link).searchParams.get('manage'));
      await page.goto(`${site.address}/book-a-free-consultation?zone=Europe/London`);
      expect(site.output()).not.toContain(email);
    });
  });
}
