import { expect, signIn, test } from './studio-site.ts';

test('an operator sees how the server is and what to do, without JavaScript', async ({ browser, studioSite }) => {
  const context = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  const page = await context.newPage();
  await signIn(context, studioSite, 'OPERATOR');
  await page.goto('/studio');
  await page.getByRole('link', { name: 'Health', exact: true }).click();
  const row = (name: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) });
  await expect(row('Version')).toContainText(`Node ${process.versions.node}`);
  await expect(row('Disk')).toContainText('In order');
  await expect(row('Backup')).toContainText('Look at it');
  await expect(row('Backup')).toContainText('a broken disk loses everything. Ask the operator to check BACKUP_TO');
  await expect(row('Mail server')).toContainText('SMTP_URL is not set');
  await expect(row('Mail server')).toContainText('Mails wait until there is a mail server');
  await expect(page.getByText('the operator has not set BACKUP_TO')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verify now' })).toHaveCount(0);
  await context.close();
});
