import { eq } from 'drizzle-orm';
import { apiTokens, webhookAttempts, webhookDeliveries, webhookEvents, webhooks } from '../api/db/access-tables.ts';
import type { ContentSite } from '../testing/content-sites.ts';
import { startWebhookReceiver } from '../testing/webhook-receiver.ts';
import { expectAccessible, narrow } from './axe.ts';
import { expect, signIn, test } from './studio-site.ts';

test('a token is made and revoked without JavaScript, and a program uses it', async ({
  browser,
  playwright,
  studioSite,
}) => {
  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(plain, studioSite, 'OWNER');
  const screen = await plain.newPage();
  await screen.goto('/studio/access');
  await expect(screen.getByRole('row', { name: 'Publish, schedule' }).getByText('Yes')).toHaveCount(2);
  await expect(screen.getByRole('row', { name: 'Record of privacy' }).getByText('Yes')).toHaveCount(2);
  await screen.getByRole('link', { name: 'Tokens' }).click();
  await screen.getByRole('link', { name: 'Make a token' }).click();
  await screen.getByLabel('What it is for').fill('The warehouse');
  await screen.getByLabel('Read all content').check();
  await screen.getByRole('button', { name: 'Make the token' }).press('Enter');
  const secret = await screen.getByLabel('The token').inputValue();
  const program = await playwright.request.newContext({
    baseURL: studioSite.address,
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  });
  expect((await program.get('/api/studio/list-content')).status()).toBe(200);
  expect((await program.get('/api/studio/message-counts')).status()).toBe(403);
  await screen.getByRole('button', { name: 'Revoke The warehouse' }).click();
  await expect(screen.getByText('The token is revoked.')).toBeVisible();
  expect((await program.get('/api/studio/list-content')).status()).toBe(401);
  await program.dispose();
  await plain.close();
});

/** Makes a webhook that was disabled after failures, with an event of each state. Returns its id. */
async function makeFailedWebhook({ database: { db } }: ContentSite): Promise<number> {
  const url = 'https://receiver.example/a/long/address/of/a/receiver';
  const disabled = { disabledAt: new Date(), disabledFor: 'FAILING' as const };
  const [hook] = await db
    .insert(webhooks)
    .values({ url, events: ['entry.live'], secret: '', ...disabled })
    .returning({ id: webhooks.id });
  const webhookId = hook?.id ?? 0;
  for (const state of [{}, { deliveredAt: new Date() }, { givenUpAt: new Date() }]) {
    const [event] = await db
      .insert(webhookEvents)
      .values({ kind: 'entry.live', data: { id: 1, path: '/blog/a-long-path-of-an-entry' } })
      .returning({ id: webhookEvents.id });
    const [delivery] = await db
      .insert(webhookDeliveries)
      .values({ webhookId, eventId: event?.id ?? '', ...state })
      .returning({ id: webhookDeliveries.id });
    await db.insert(webhookAttempts).values({
      ...{ deliveryId: delivery?.id ?? 0, status: 500, failure: 'It answered 500.', durationMs: 1_234 },
      answer: 'Out of order '.repeat(20),
    });
  }
  return webhookId;
}

test('the screens of access are accessible, also with a refused form', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/status of 4/);
  const { userId } = await signIn(context, studioSite, 'OWNER');
  await page.goto('/studio/tokens#new-token');
  await page.getByLabel('What it is for').fill('Nothing');
  await page.getByRole('button', { name: 'Make the token' }).click();
  await expect(page.getByRole('alert')).toContainText('“What a program may do with it” must have at least one.');
  await expect(
    page.getByRole('group', { name: 'What a program may do with it' }).getByRole('checkbox').first(),
  ).toBeFocused();
  await expectAccessible(page, { state: 'a refused token', at: narrow });
  await page.getByLabel('Read all content').check();
  await page.getByRole('button', { name: 'Make the token' }).click();
  await page.getByLabel('The token').waitFor();
  await expectAccessible(page, { state: 'a new token', at: narrow });
  await page.getByLabel('What it is for').fill('Typed meanwhile');
  await page.getByRole('button', { name: 'Revoke Nothing' }).click();
  await expect(page.getByText('The token is revoked.')).toBeVisible();
  await expect(page.getByLabel('What it is for')).toHaveValue('Typed meanwhile');
  await page.getByLabel('What it is for').fill('');
  await studioSite.database.db.delete(apiTokens).where(eq(apiTokens.userId, userId));
  const id = await makeFailedWebhook(studioSite);
  for (const path of ['access', 'tokens', 'webhooks', `webhooks/${id}`, `users/${userId}`, '']) {
    await page.goto(`/studio/${path}`);
    await expectAccessible(page, { state: path });
  }
  await expect(page.getByRole('alert')).toContainText('was disabled, because its receiver failed');
  await studioSite.database.db.delete(webhooks).where(eq(webhooks.id, id));
});

test('a webhook is added, tested, changed and removed without JavaScript', async ({ browser, studioSite }) => {
  const receiver = await startWebhookReceiver();
  const plain = await browser.newContext({ baseURL: studioSite.address, javaScriptEnabled: false });
  await signIn(plain, studioSite, 'OWNER');
  const screen = await plain.newPage();
  await screen.goto('/studio/webhooks#new-webhook');
  await screen.getByLabel('Address of the receiver').fill('https://10.0.0.1/');
  await screen.getByLabel('entry.withdrawn').check();
  await screen.getByRole('button', { name: 'Add the webhook' }).click();
  await expect(screen.getByRole('alert')).toContainText('“Address of the receiver” must be an https address outside');
  await expect(screen.getByLabel('Address of the receiver')).toBeFocused();
  await expect(screen.getByLabel('entry.withdrawn')).toBeChecked();
  await screen.getByLabel('Address of the receiver').fill(receiver.url);
  await screen.getByRole('button', { name: 'Add the webhook' }).press('Enter');
  await expect(screen.getByLabel('The secret')).toHaveValue(/^whsec_/);
  await screen.getByRole('link', { name: receiver.url }).click();
  receiver.answerWith = (_request, response) => response.writeHead(500).end('Out of order');
  await screen.getByRole('button', { name: 'Send a test' }).click();
  await expect(screen.getByText('A test is sent.')).toBeVisible();
  const delivery = screen.getByRole('row', { name: 'webhook.test' });
  const address = screen.url();
  await expect(async () => {
    await screen.goto(address);
    await expect(delivery).toContainText('It answered 500.', { timeout: 1_000 });
  }).toPass();
  await screen.getByText('1 attempt').click();
  await expect(delivery).toContainText('Out of order');
  receiver.answerWith = (_request, response) => response.end();
  await screen.getByRole('button', { name: 'Send webhook.test again' }).click();
  await expect(screen.getByText('The event is sent again.')).toBeVisible();
  await expect(async () => {
    await screen.goto(`${address}?state=DELIVERED`);
    await expect(delivery).toContainText('Delivered', { timeout: 1_000 });
  }).toPass();
  await screen.getByLabel('message.received').check();
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect(screen.getByText('The webhook is saved.')).toBeVisible();
  await expect(screen.getByLabel('message.received')).toBeChecked();
  await screen.getByRole('button', { name: 'Make a new secret' }).click();
  await expect(screen.getByLabel('The new secret')).toHaveValue(/^whsec_/);
  await screen.getByRole('button', { name: 'Disable' }).click();
  await expect(screen.getByText('The webhook is disabled.')).toBeVisible();
  await screen.getByText('Remove the webhook').click();
  await screen.getByRole('button', { name: `Remove ${receiver.url}` }).click();
  await expect(screen.getByText('There are no webhooks.')).toBeVisible();
  await plain.close();
});

test('an owner ends the sessions of somebody else', async ({ page, context, browser, studioSite }) => {
  const other = await browser.newContext({ baseURL: studioSite.address });
  const { userId } = await signIn(other, studioSite, 'EDITOR', 'Ada Lovelace');
  await signIn(context, studioSite, 'OWNER');
  await page.goto('/studio/users');
  await page.getByRole('link', { name: 'Ada Lovelace' }).click();
  await expect(page).toHaveURL(`/studio/users/${userId}`);
  await page.getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText('1 session ended.')).toBeVisible();
  await expect(page.getByText('They are not signed in anywhere.')).toBeVisible();
  const stranger = await other.newPage();
  await stranger.goto('/studio/content');
  await expect(stranger).toHaveURL(/\/studio\/sign-in/);
  await other.close();
});
