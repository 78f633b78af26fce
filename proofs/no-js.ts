import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { getEntryPath, getEntryType, typesWithPages } from '../contract/content/entry-types.ts';
import { createClient } from '../contract/http/client.ts';
import { ensureChromium } from '../testing/chromium.ts';
import { readLink, startMailServer } from '../testing/mail-server.ts';
import { startSiteProcess } from '../testing/running-site.ts';
import { createPdf, createPng } from '../testing/sample-files.ts';

// Sends every form of the running site, with files, in a browser without JavaScript, and books, moves and cancels a
// consultation. Each form must lead to a page with its reference, and the reference must be in a mail to the sender.

/** The sender's address by reference. Mails to one address are limited, so each form has its own. */
const senders = new Map<string, string>();
const mails = await startMailServer();
const site = await startSiteProcess({ env: { SMTP_URL: mails.url, TRUST_PROXY: '1' } });
const browser: Browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
const client = createClient({ baseUrl: site.address, fetch });
let visitors = 0;
const references: string[] = [];
let failures = 0;

/** Opens a page as a new visitor from a network of their own, with scripts disabled. */
async function visit(path: string): Promise<Page> {
  visitors += 1;
  const context = await browser.newContext({
    javaScriptEnabled: false,
    extraHTTPHeaders: { 'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}` },
  });
  const page = await context.newPage();
  await page.goto(site.address + path);
  return page;
}

/** Fills the form that contains a button and sends it. Returns the reference on the resulting page. */
async function send(page: Page, button: string, fields: Record<string, string>, withFiles = false): Promise<string> {
  const email = `sender-${visitors}@example.org`;
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: button }) });
  for (const [name, text] of Object.entries({ name: "Siobhán O'Beirne", email, ...fields })) {
    const field = form.locator(`[name="${name}"]`);
    if (await field.evaluate((element) => element.tagName === 'SELECT')) await field.selectOption(text);
    else await field.fill(text);
  }
  if (withFiles) {
    const files = [createPdf('plan.pdf'), await createPng()];
    await form
      .locator('input[type=file]')
      .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: '', buffer: bytes })));
  }
  await form.getByRole('button', { name: button }).click();
  const { pathname, searchParams } = new URL(page.url());
  const reference = searchParams.get('reference');
  if (!pathname.endsWith('thank-you') || !reference)
    throw new Error(`the form led to ${page.url()}: ${await page.locator('main').innerText()}`);
  if (!(await page.locator('main').innerText()).includes(reference)) throw new Error('the page shows no reference');
  senders.set(reference, email);
  return reference;
}

async function prove(what: string, attempt: () => Promise<string>): Promise<void> {
  try {
    references.push(await attempt());
    console.log(`sent    ${what}`);
  } catch (error) {
    failures += 1;
    console.log(`FAILED  ${what}: ${error instanceof Error ? error.message : error}`);
  }
}

async function waitForMail(reference: string): Promise<string> {
  for (let tries = 0; tries < 200; tries += 1) {
    const mail = mails.received.find(({ to, raw }) => to[0] === senders.get(reference) && raw.includes(reference));
    if (mail) return mail.raw;
    await sleep(50);
  }
  throw new Error(`No mail to the sender with ${reference}`);
}

try {
  const message = 'Two fibres, one duct.\nمرحبا 👩🏽‍🔧 =1+1';
  await prove('contact', async () => send(await visit('/contact-us'), 'Send message', { message }));
  await prove('contact with files', async () =>
    send(await visit('/contact-us'), 'Send message', { message: 'With files' }, true),
  );
  const [service] = (await client.entries('SERVICE', 'list', { size: 1 })).items;
  if (!service) throw new Error('The demo has no service');
  const about = { subject: getEntryPath('SERVICE', service.slug) };
  await prove('enquiry on /', async () => send(await visit('/'), 'Send enquiry', about));
  for (const type of typesWithPages.filter((name) => getEntryType(name).enquiry)) {
    const { items } = await client.entries(type, 'list', { size: 100 });
    for (const { slug } of items) {
      const path = getEntryPath(type, slug);
      await prove(`enquiry with files on ${path}`, async () =>
        send(await visit(path), 'Send enquiry', { message: `About ${slug}` }, true),
      );
    }
  }
  await prove('request for a consultation', async () =>
    send(await visit('/book-a-free-consultation'), 'Request a time', { message: 'A Sunday at noon' }),
  );
  let booked = '';
  await prove('consultation', async () => {
    const page = await visit('/book-a-free-consultation?zone=Asia/Tokyo');
    // The first time may become too soon to book while the page is open.
    await page.locator('button[name="slot"]').nth(1).click();
    booked = await send(page, 'Book this time', { message: 'About clocks' });
    return booked;
  });
  const delivered = await Promise.allSettled(references.map(waitForMail));
  const undelivered = delivered.filter(({ status }) => status === 'rejected').length;

  const page = await visit(readLink(await waitForMail(booked), site.address).slice(site.address.length));
  await prove('consultation, moved by its link', async () => {
    const before = await page.locator('#appointment time').getAttribute('datetime');
    await page.locator('#times button[name="to"]').nth(3).click();
    await page.getByRole('button', { name: 'Yes, move it' }).click();
    if ((await page.locator('#appointment time').getAttribute('datetime')) === before)
      throw new Error('the time did not change');
    return booked;
  });
  await prove('consultation, cancelled by its link', async () => {
    await page.getByRole('link', { name: 'Cancel this consultation' }).click();
    await page.getByRole('button', { name: 'Yes, cancel it' }).click();
    await page.getByText('Your consultation has been cancelled.').waitFor();
    return booked;
  });

  const distinct = new Set(references).size;
  console.log(
    `${references.length} sent, ${failures} failed, ${distinct} references, ${distinct - undelivered} confirmed by mail`,
  );
  process.exitCode = failures + undelivered > 0 ? 1 : 0;
} finally {
  await browser.close();
  await site.stop();
  await mails.close();
}
