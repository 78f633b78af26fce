import { expect, test } from '@playwright/test';
import { type MailServer, startMailServer } from '../testing/mail-server.ts';
import { readLink } from '../testing/read-link.ts';
import { type SiteProcess, startSiteProcess } from '../testing/running-site.ts';

// The way back from a mail: a site of its own, whose mails really arrive.

let site: SiteProcess;
let mails: MailServer;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(240_000);
  mails = await startMailServer();
  site = await startSiteProcess({ env: { SMTP_URL: mails.url } });
});
test.afterAll(async () => {
  await site?.stop();
  await mails?.close();
});

for (const javaScriptEnabled of [false, true]) {
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled });

    test('the link of the mail shows, moves and cancels the appointment, and opening it changes nothing', async ({
      page,
    }) => {
      mails.received.length = 0;
      await page.goto(`${site.address}/book-a-free-consultation?zone=Europe/London`);
      await page.locator('button[name="slot"]').first().click();
      await page.locator('#field-name').fill('Ada');
      await page.locator('#field-email').fill('ada@example.org');
      await page.getByRole('button', { name: 'Book this time' }).click();
      await expect(page).toHaveURL(/thank-you\?reference=/);
      await expect.poll(() => mails.received.filter(({ to }) => to[0] === 'ada@example.org').length).toBe(1);
      const link = readLink(mails.received.find(({ to }) => to[0] === 'ada@example.org')?.raw ?? '', site.address);

      const answer = await page.goto(link);
      expect(answer?.headers()).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'same-origin',
      });
      for (let times = 0; times < 2; times++) await page.reload();
      const time = page.locator('#appointment time');
      const before = await time.getAttribute('datetime');
      await expect(page.locator('#appointment [role="status"]')).toHaveText('');

      await page.locator('#times button[name="slot"]').nth(3).click();
      await expect(page.locator('#appointment [role="status"]')).toContainText('Moved.');
      await expect(time).not.toHaveAttribute('datetime', before ?? '');
      await expect(page.locator(`#times button[value="${before}"]`)).toHaveCount(1);

      await page.getByRole('button', { name: 'Cancel this appointment' }).click();
      await expect(page.locator('#appointment [role="status"]')).toContainText('Cancelled.');
      await expect(page.locator('button[name="slot"]')).toHaveCount(0);
      await expect.poll(() => mails.received.filter(({ raw }) => /method=CANCEL/i.test(raw)).length).toBe(2);
      expect(site.output()).not.toContain(new URL(link).searchParams.get('manage'));

      expect((await page.goto(`${link.slice(0, -3)}AAA`))?.status()).toBe(404);
    });
  });
}
