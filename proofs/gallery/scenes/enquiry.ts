import type { Page } from '@playwright/test';
import {
  failRequests,
  fillFields,
  holdRequests,
  openPage,
  openWithStoppedClock,
  sampleMessage,
  sampleSender,
} from '../page-actions.ts';
import type { Scene } from '../scene.ts';

const route = '/';
const frame = '#send-enquiry';
const api = '**/api/business/business-requests';
const findForm = (page: Page) => page.locator(`${frame} form`);

async function send(page: Page, fields: Record<string, string>, hasSubject = true): Promise<void> {
  await openWithStoppedClock(page, route);
  await findForm(page).evaluate((element) => element.setAttribute('novalidate', ''));
  if (hasSubject) await findForm(page).locator('select[name="subject"]').selectOption('/');
  await fillFields(findForm(page), fields);
  await findForm(page).getByRole('button', { name: /^Send/ }).click();
}

/** The enquiry form at the end of Home. */
export const enquiryScenes: Scene[] = [
  {
    route,
    state: 'enquiry, more about you',
    frame,
    arrange: async (page) => {
      await openPage(page, route);
      await findForm(page).locator('summary').click();
    },
  },
  {
    route,
    state: 'enquiry invalid',
    frame,
    arrange: async (page) => {
      await send(page, { name: '', email: 'nobody', message: sampleMessage, contactNumber: '12' }, false);
      await findForm(page).getByRole('alert').waitFor();
    },
  },
  {
    route,
    state: 'enquiry sending',
    frame,
    arrange: async (page) => {
      await holdRequests(page, api);
      await send(page, { ...sampleSender, message: sampleMessage });
      await findForm(page).getByRole('button', { name: 'Sending…' }).waitFor();
    },
  },
  {
    route,
    state: 'enquiry failed or offline',
    frame,
    arrange: async (page) => {
      await failRequests(page, api);
      await send(page, { ...sampleSender, message: sampleMessage });
      await findForm(page).getByRole('button', { name: 'Send again' }).waitFor();
    },
  },
  {
    route,
    state: 'enquiry refused',
    frame,
    arrange: async (page) => {
      const json = { reference: 'X', error: 'We do not serve this place.' };
      await page.route(api, (call) => call.fulfill({ json }));
      await send(page, { ...sampleSender, message: sampleMessage });
      await findForm(page).getByRole('alert').waitFor();
    },
  },
];
