import { expect, type Page } from '@playwright/test';
import { storageKeys } from '../../../site/storage.ts';
import { samplePdf, samplePng } from '../../../testing/sample-files.ts';
import type { SteadySite } from '../../../testing/steady-site.ts';
import type { Scene } from '../scene.ts';
import { fill, hold, lose, message, open, openAndStop, refuse, sender } from '../visit.ts';

const route = '/contact-us';
const frame = '#write';
const details = { ...sender, company: 'Quay & Sons', countryCode: 'IE', contactNumber: '01 555 0100' };
const api = '**/api/contact/submit';

async function send(page: Page, fields: Record<string, string> = { ...sender, message }): Promise<void> {
  await openAndStop(page, route);
  await page.locator('form[action="/contact-us"]').evaluate((form) => form.setAttribute('novalidate', ''));
  await fill(page, fields);
  await page.getByRole('button', { name: /^Send/ }).click();
}

const seeAlert = (page: Page) => page.getByRole('alert').waitFor();

async function choose(page: Page, ...files: { name: string; bytes: Buffer }[]): Promise<void> {
  const chosen = files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes }));
  await page.locator('input[type=file]').setInputFiles(chosen);
}

/** The page a reference leads to, with one that is the same each time. */
async function thank(page: Page, { database }: SteadySite): Promise<void> {
  await page.waitForURL('**/thank-you?reference=*');
  const given = new URL(page.url()).searchParams.get('reference');
  const steady = '7K3M-92QD';
  await database.pool.query('update submissions set reference = $1 where reference = $2', [steady, given]);
  await open(page, `/thank-you?reference=${steady}`);
}

/** The contact form, from the first mistake to the thanks. */
export const contactScenes: Scene[] = [
  {
    route,
    frame,
    state: 'filled in by this device',
    device: { stored: { [storageKeys.refusal]: 'refused', [storageKeys.details]: details } },
    arrange: async (page) => {
      await open(page, route);
      await expect(page.locator('#field-email')).toHaveValue(sender.email);
    },
  },
  {
    route,
    frame,
    state: 'files',
    arrange: async (page) => {
      await open(page, route);
      await choose(page, samplePdf('duct-plan.pdf', 48_000), await samplePng('sketch.png'));
      await page.getByText('Attached').nth(1).waitFor();
      await choose(page, { name: 'setup.exe', bytes: Buffer.from('MZ') });
      await page.locator('#field-files-error').waitFor();
    },
  },
  {
    route,
    frame,
    state: 'a file on its way',
    arrange: async (page) => {
      await open(page, route);
      await hold(page, '**/api/file/upload');
      await choose(page, samplePdf('duct-plan.pdf', 48_000));
      await page.getByRole('progressbar').waitFor();
    },
  },
  {
    route,
    frame,
    state: 'invalid',
    arrange: async (page) => {
      await send(page, { name: '', email: 'nobody', message: '' });
      await seeAlert(page);
    },
  },
  {
    route,
    frame,
    state: 'sending',
    arrange: async (page) => {
      await hold(page, api);
      await send(page);
      await page.getByRole('button', { name: 'Sending…' }).waitFor();
    },
  },
  {
    route,
    frame,
    state: 'failed',
    arrange: async (page) => {
      await refuse(page, api, 500, 'internal', '');
      await send(page);
      await seeAlert(page);
    },
  },
  {
    route,
    frame,
    state: 'offline',
    arrange: async (page) => {
      await lose(page, api);
      await send(page);
      await seeAlert(page);
    },
  },
  {
    route: '/thank-you',
    state: 'sent',
    arrange: async (page, site) => {
      await send(page);
      await thank(page, site);
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
      await fill(page, { ...sender, email: 'nobody', message });
      await page.getByRole('button', { name: /^Send/ }).click();
      await seeAlert(page);
    },
  },
];
