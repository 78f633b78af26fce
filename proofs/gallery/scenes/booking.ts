import type { Page } from '@playwright/test';
import type { FixedClockSite } from '../../../testing/fixed-clock-site.ts';
import {
  failRequests,
  fillFields,
  holdRequests,
  openPage,
  refuseRequests,
  sampleMessage,
  sampleSender,
} from '../page-actions.ts';
import type { Scene } from '../scene.ts';

const route = '/book-a-free-consultation';
const frame = '#details';
const bookApi = '**/api/consultation/book';

// There are two advisers and each scene uses a different time, so that no scene affects another.

/** Chooses a time, such as `2027-03-08T10:00`, on a page whose clock is then stopped, because the hold counts down. */
async function chooseTime(page: Page, start: string): Promise<void> {
  await page.clock.install();
  await openPage(page, `${route}?zone=Europe/London&from=${start.slice(0, 10)}`);
  await page.clock.pauseAt(Date.now() + 120_000);
  await page.locator(`button[name="slot"][value^="${start}"]`).click();
  await page.getByText(/Held for you until/).waitFor();
}

async function sendBooking(page: Page, fields: Record<string, string> = {}): Promise<void> {
  const form = page.locator(`${frame} form:has(#field-email)`);
  await form.evaluate((element) => element.setAttribute('novalidate', ''));
  await fillFields(form, { ...sampleSender, message: sampleMessage, ...fields });
  await form.getByRole('button', { name: 'Book this time' }).click();
}

/** Books, and gives the booking a constant reference. Returns the token of the link in the mail. */
async function bookWithReference(
  page: Page,
  { database: { pool } }: FixedClockSite,
  start: string,
  reference: string,
): Promise<string> {
  // Each scene has its own mailbox: a third booking of one mailbox would wait for its confirmation.
  const email = `siobhan.${reference.toLowerCase()}.${Date.now()}@example.org`;
  await chooseTime(page, start);
  await sendBooking(page, { email });
  await page.waitForURL('**?reference=*');
  const given = new URL(page.url()).searchParams.get('reference');
  const { rows } = await pool.query('select body from outbox where recipient = $1 and body like $2', [
    email,
    `%${given}%`,
  ]);
  await pool.query('update submissions set reference = $1 where reference = $2', [reference, given]);
  return /\?manage=([\w.-]+)/.exec(rows[0]?.body ?? '')?.[1] ?? '';
}

/** Makes both advisers busy, and removes the visitor's own hold. */
async function bookOut({ database: { pool } }: FixedClockSite, start: string): Promise<void> {
  const during = `tstzrange('${start}Z', timestamptz '${start}Z' + interval '30 minutes')`;
  await pool.query(`delete from consultations where during = ${during}`);
  await pool.query(`insert into consultations (adviser, during, status, held_until, time_zone)
    select adviser, ${during}, 'HELD', now() + interval '1 hour', 'UTC' from generate_series(1, 2) adviser`);
}

/** A free consultation, from choosing a time to cancelling it. */
export const bookingScenes: Scene[] = [
  { route, state: 'a time held', arrange: (page) => chooseTime(page, '2027-03-08T10:00') },
  {
    route,
    state: 'the hold has expired',
    frame,
    arrange: async (page) => {
      await chooseTime(page, '2027-03-08T10:30');
      await page.clock.runFor(301_000);
      await page.getByText('Your hold has expired').first().waitFor();
    },
  },
  {
    route,
    state: 'invalid',
    frame,
    arrange: async (page) => {
      await chooseTime(page, '2027-03-08T11:00');
      await sendBooking(page, { name: '', email: 'nobody' });
      await page.getByRole('alert').waitFor();
    },
  },
  {
    route,
    state: 'sending',
    frame,
    arrange: async (page) => {
      await chooseTime(page, '2027-03-08T11:30');
      await holdRequests(page, bookApi);
      await sendBooking(page);
      await page.getByRole('button', { name: 'Sending…' }).waitFor();
    },
  },
  {
    route,
    state: 'failed',
    frame,
    arrange: async (page) => {
      await chooseTime(page, '2027-03-08T12:00');
      await refuseRequests(page, bookApi, 500, 'internal', '');
      await sendBooking(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    route,
    state: 'taken meanwhile',
    frame,
    arrange: async (page, site) => {
      const start = '2027-03-15T10:00';
      await chooseTime(page, start);
      await bookOut(site, start);
      await sendBooking(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    route,
    state: 'free times cannot be had',
    arrange: async (page) => {
      await failRequests(page, '**/api/consultation/slots*');
      await openPage(page, '/contact-us');
      await page.getByRole('link', { name: 'Book a free consultation' }).first().click();
      await page.getByText('We cannot show the free times right now').waitFor();
    },
  },
  {
    route: '/book-a-free-consultation-thank-you',
    state: 'booked',
    arrange: async (page, site) => {
      await bookWithReference(page, site, '2027-03-22T10:00', 'B00K-ED01');
      await openPage(page, '/book-a-free-consultation-thank-you?reference=B00K-ED01');
    },
  },
  {
    route,
    state: 'the link of a mail',
    arrange: async (page, site) => {
      const manage = await bookWithReference(page, site, '2027-03-22T11:00', 'B00K-ED02');
      await openPage(page, `${route}?manage=${manage}`);
    },
  },
  {
    route,
    state: 'moved',
    frame: '#appointment',
    arrange: async (page, site) => {
      const manage = await bookWithReference(page, site, '2027-03-22T12:00', 'B00K-ED03');
      await openPage(page, `${route}?manage=${manage}`);
      await page.locator('#times button[name="to"]').nth(3).click();
      await page.getByRole('button', { name: 'Yes, move it' }).click();
      await page.getByText('Your consultation has been moved.').waitFor();
    },
  },
  {
    route,
    state: 'called off',
    arrange: async (page, site) => {
      const manage = await bookWithReference(page, site, '2027-03-24T13:00', 'B00K-ED04');
      await openPage(page, `${route}?manage=${manage}`);
      await page.getByRole('link', { name: 'Cancel this consultation' }).click();
      await page.getByRole('button', { name: 'Yes, cancel it' }).click();
      await page.getByText('Your consultation has been cancelled.').waitFor();
    },
  },
];
