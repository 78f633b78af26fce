import { expect, type Page } from '@playwright/test';
import { storageKeys } from '../../../site/device/storage.ts';
import type { FixedClockSite } from '../../../testing/fixed-clock-site.ts';
import { createPdf, createPng } from '../../../testing/sample-files.ts';
import {
  failRequests,
  fillFields,
  holdRequests,
  openPage,
  openWithStoppedClock,
  refuseRequests,
  sampleMessage,
  sampleSender,
} from '../page-actions.ts';
import type { Scene } from '../scene.ts';

const route = '/contact-us';
const frame = '#write';
const details = { ...sampleSender, company: 'Quay & Sons', countryCode: 'IE', contactNumber: '01 555 0100' };
const api = '**/api/contact/submit';

async function sendMessage(
  page: Page,
  fields: Record<string, string> = { ...sampleSender, message: sampleMessage },
): Promise<void> {
  await openWithStoppedClock(page, route);
  await page.locator('form[action="/contact-us"]').evaluate((form) => form.setAttribute('novalidate', ''));
  await fillFields(page, fields);
  await page.getByRole('button', { name: /^Send/ }).click();
}

const waitForAlert = (page: Page) => page.getByRole('alert').waitFor();

async function chooseFiles(page: Page, ...files: { name: string; bytes: Buffer }[]): Promise<void> {
  const chosen = files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes }));
  await page.locator('input[type=file]').setInputFiles(chosen);
}

/** Opens the thank-you page of the message that was sent, with a constant reference. */
async function openThankYouPage(page: Page, { database }: FixedClockSite): Promise<void> {
  await page.waitForURL('**/thank-you?reference=*');
  const given = new URL(page.url()).searchParams.get('reference');
  const fixedReference = '7K3M-92QD';
  await database.pool.query('update submissions set reference = $1 where reference = $2', [fixedReference, given]);
  await openPage(page, `/thank-you?reference=${fixedReference}`);
}

/** The contact form, from the first mistake to the thank-you page. */
export const contactScenes: Scene[] = [
  {
    route,
    frame,
    state: 'filled in by this device',
    device: { stored: { [storageKeys.refusal]: 'refused', [storageKeys.details]: details } },
    arrange: async (page) => {
      await openPage(page, route);
      await expect(page.locator('#field-email')).toHaveValue(sampleSender.email);
    },
  },
  {
    route,
    frame,
    state: 'files',
    arrange: async (page) => {
      await openPage(page, route);
      await chooseFiles(page, createPdf('duct-plan.pdf', 48_000), await createPng('sketch.png'));
      await page.getByText('Attached').nth(1).waitFor();
      await chooseFiles(page, { name: 'setup.exe', bytes: Buffer.from('MZ') });
      await page.locator('#field-files-error').waitFor();
    },
  },
  {
    route,
    frame,
    state: 'a file on its way',
    arrange: async (page) => {
      await openPage(page, route);
      await holdRequests(page, '**/api/file/upload');
      await chooseFiles(page, createPdf('duct-plan.pdf', 48_000));
      await page.getByRole('progressbar').waitFor();
    },
  },
  {
    route,
    frame,
    state: 'invalid',
    arrange: async (page) => {
      await sendMessage(page, { name: '', email: 'nobody', message: '' });
      await waitForAlert(page);
    },
  },
  {
    route,
    frame,
    state: 'sending',
    arrange: async (page) => {
      await holdRequests(page, api);
      await sendMessage(page);
      await page.getByRole('button', { name: 'Sending…' }).waitFor();
    },
  },
  {
    route,
    frame,
    state: 'failed',
    arrange: async (page) => {
      await refuseRequests(page, api, 500, 'internal', '');
      await sendMessage(page);
      await waitForAlert(page);
    },
  },
  {
    route,
    frame,
    state: 'offline',
    arrange: async (page) => {
      await failRequests(page, api);
      await sendMessage(page);
      await waitForAlert(page);
    },
  },
  {
    route: '/thank-you',
    state: 'sent',
    arrange: async (page, site) => {
      await sendMessage(page);
      await openThankYouPage(page, site);
    },
  },
  {
    route,
    frame,
    state: 'invalid, without JavaScript',
    device: { hasJavaScript: false },
    arrange: async (page) => {
      await page.goto(route);
      await page.locator('form[action="/contact-us"]').evaluate((form) => form.setAttribute('novalidate', ''));
      await fillFields(page, { ...sampleSender, email: 'nobody', message: sampleMessage });
      await page.getByRole('button', { name: /^Send/ }).click();
      await waitForAlert(page);
    },
  },
];
