import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { users } from '../api/db/studio-tables.ts';
import { type ContentSite, startDemoSite } from '../testing/content-sites.ts';
import { makeSubmission } from '../testing/message-makers.ts';
import { createHttpStudioClient } from '../testing/studio.ts';
import { test as base, expect, showDetails, signIn, waitForSave } from './studio-site.ts';

// A company's week in the Studio, as `docs/guides/a-week.md` tells it. The words in bold of each day are what this walk
// presses and fills in, in the same order. With `--update-snapshots` it takes the pictures of the guide.

const guide = 'docs/guides/a-week.md';
const pictureSize = { width: 1200, height: 750 };

/** One day of the walk: its page, and what it presses. */
interface Walk {
  page: Page;
  /** Presses a button, a link, a choice or the summary of a folded part. */
  press(name: string, within?: Locator): Promise<void>;
  /** Returns a field. */
  field(name: string, within?: Locator): Locator;
  /** Takes the picture of the guide with this name. */
  picture(name: string): Promise<void>;
}

const test = base.extend<{ walk: Walk }, { week: ContentSite }>({
  week: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const site = await startDemoSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ week }, use) => use(week.address),
  viewport: pictureSize,
  timezoneId: 'Europe/London',
  walk: async ({ page, context, week }, use, { title, config }) => {
    await signIn(context, week, 'OWNER', 'Nora Ashe');
    const text = (await readFile(guide, 'utf8')).split(/^## /m).find((part) => part.startsWith(title)) ?? '';
    const used: string[] = [];
    await use({
      page,
      press: async (name, within) => {
        used.push(name);
        const place = within ?? page;
        await place
          .getByRole('button', { name, exact: true })
          .or(place.getByRole('link', { name, exact: true }))
          .or(place.getByText(name, { exact: true }).and(place.locator(':not(h1, h2, h3)')))
          .filter({ visible: true })
          .first()
          .click();
      },
      field: (name, within) => {
        used.push(name);
        return (within ?? page).getByLabel(name, { exact: true }).filter({ visible: true }).first();
      },
      picture: async (name) => {
        const file = `a-week/${name}.webp`;
        expect(text).toContain(`](${file})`);
        if (config.updateSnapshots !== 'changed') return;
        const path = join(dirname(guide), file);
        await mkdir(dirname(path), { recursive: true });
        await sharp(await page.screenshot({ animations: 'disabled' }))
          .webp({ quality: 82, effort: 6 })
          .toFile(path);
      },
    });
    const words = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, word = '']) => word.replace(/\s+/g, ' '));
    expect([...new Set(used)]).toEqual([...new Set(words)]);
  },
});

test.describe.configure({ mode: 'serial', timeout: 240_000 });

const day = 86_400_000;

/** Returns the date of the Tuesday of next week. */
const getNextTuesday = () => {
  const now = new Date();
  return new Date(now.getTime() + (8 - ((now.getUTCDay() + 6) % 7)) * day).toISOString().slice(0, 10);
};

/** Publishes the entry that is open, in words of the guide. */
async function publish({ page, press }: Walk): Promise<void> {
  await waitForSave(page);
  await press('Publish changes');
  await press('Publish now');
  await expect(page.getByText(/^Published\./)).toBeVisible();
}

async function openClient(context: BrowserContext, { address }: ContentSite) {
  const token = (await context.cookies()).find(({ name }) => name === 'studio')?.value ?? '';
  return createHttpStudioClient(address, token);
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
  <path d="M20 3 4 37h8l8-18 8 18h8Z" fill="#1f4e9e"/></svg>`;

test('Monday', async ({ walk, request }) => {
  const { page, press, field, picture } = walk;
  await page.goto('/studio');
  await press('Company');
  await field('Name').fill('Alder Systems');
  await field('Claim').fill('Networks that keep their promises.');
  await field('Upload a logo').setInputFiles({
    name: 'alder.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(logo),
  });
  const preview = page.frameLocator('iframe[data-shown]');
  await expect(preview.getByRole('banner').getByText('Alder Systems')).toBeVisible();
  await picture('monday');
  await publish(walk);
  await press('Look');
  await field('Accent', page.getByRole('group', { name: 'Colours in light' })).fill('#1f4e9e');
  await publish(walk);
  await press('Menus');
  await press('Add a link…', page.getByRole('group', { name: 'Header', exact: true }));
  await field('Title of a page, or an address').fill('/contact-us');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Move Contact us', exact: true }).first().press('ArrowUp');
  await publish(walk);
  await expect.poll(async () => (await request.get('/')).text()).toMatch(/Alder Systems.*#1f4e9e/s);
});

test('Tuesday', async ({ walk: { page, press, field, picture } }) => {
  await page.goto('/studio');
  await press('Content');
  await press('New entry');
  await press('Page', page.getByRole('group', { name: 'Type' }));
  await field('Title').fill('Meet us at the fair');
  await press('Create a draft');
  await field('Summary').fill('Three days in March, hall 4, stand 12: what we build, and who builds it.');
  const palette = page.getByRole('dialog', { name: 'Add a section' });
  const cards = page.locator('[data-item]');
  await press('Add a section…');
  await press('Opening', palette);
  await field('Heading', cards.last()).fill('Three days, one stand');
  await field('Lede', cards.last()).fill('Come with a drawing of your network, and leave with a better one.');
  await press('Add a section…');
  await press('Picture', palette);
  await press('Choose a picture…', cards.last());
  const buffer = await sharp('content/media/two-routes-to-scale.svg').resize({ width: 1200 }).png().toBuffer();
  await field('Upload a picture').setInputFiles({ name: 'routes.png', mimeType: 'image/png', buffer });
  await field('What it shows').fill('Two routes between the same towns, drawn to scale');
  await press('Use the picture');
  const shown = page.frameLocator('iframe[data-shown]').getByRole('img', { name: /^Two routes/ });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await waitForSave(page);
  await picture('tuesday');
  await press('Details');
  const at = `${getNextTuesday()}T09:00`;
  await field('Publish this draft at').fill(at);
  await press('Schedule');
  await expect(page.getByText(/^Scheduled for .* in /)).toBeVisible();
  await press('Calendar');
  await expect(page.getByRole('table').getByText('Meet us at the fair')).toBeVisible();
});

/** Who writes on Wednesday, and what. The last one asks to be erased. */
const messages = [
  ['Amara Okafor', 'Two of our five sites lose the network each time it rains. Do you find out why?'],
  ['Jonas Weber', 'We move offices in May. What would you want to know about the new one?'],
  ['Priya Nair', 'Can your backups be restored without you?'],
  ['Luis Romero', 'Is the smallest plan enough for 40 people?'],
  ['Hanna Lind', 'Our auditor asks for a diagram of the network. Do you draw existing ones?'],
  ['Tomasz Zając', 'Please call me about the second line.'],
  ['Mei Tanaka', 'How long does a restore take?'],
  ['Sam Whitlock', 'Do you work in Wales?'],
  ['Fatima Haddad', 'We have an old switch that nobody dares to turn off.'],
  ['Oskar Nyman', 'Which certificates does your team have?'],
  ['Ruth Abel', 'Please delete what you have about me.'],
] as const;

test('Wednesday', async ({ walk: { page, press, field, picture }, week: { database } }) => {
  await database.db.insert(users).values({ name: 'Per Lund', email: 'per@example.com', role: 'OPERATOR' });
  for (const [index, [name, message]] of messages.entries()) {
    const heardAt = new Date(Date.now() - (index + 1) * 20 * 60_000);
    await makeSubmission(database, {
      name,
      message,
      email: `visitor-${index}@example.org`,
      createdAt: heardAt,
      heardAt,
    });
  }
  await page.goto('/studio');
  await press('Inbox');
  const rows = page.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(rows).toHaveCount(messages.length);
  await rows.getByRole('link', { name: /Hanna Lind/ }).click();
  await field('Assigned to').selectOption({ label: 'Per Lund' });
  await expect(page.getByText('1 message assigned.')).toBeVisible();
  for (const [index, [name]] of messages.entries()) {
    await rows.getByRole('link', { name: new RegExp(name) }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await press('Ask for details');
    if (index === 2) await picture('wednesday');
    await press('Send');
    await expect(rows).toHaveCount(messages.length - 1 - index);
  }
  await press('Everything about this person');
  const count = page.getByLabel(/^Type \d+ to confirm$/);
  const label = await count.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent ?? '');
  await count.fill(label.replace(/\D/g, ''));
  await press('Erase everything listed');
  await expect(page.getByText(/^Erased \(/)).toBeVisible();
});

test('Thursday', async ({ walk: { page, press, field, picture }, context, week }) => {
  const client = await openClient(context, week);
  const date = getNextTuesday();
  const common = {
    colour: 1,
    timeZone: null,
    userId: null,
    bufferBefore: 0,
    bufferAfter: 0,
    videoLink: '',
    place: '',
    goneOn: null,
    hours: null,
  };
  const { id: adviser } = await client.call('saveAdviser', { ...common, name: 'Hedy Lamarr', email: '' });
  for (let number = 1; number <= 5; number += 1)
    await client.call('bookForCaller', {
      ...{ start: `${date}T${9 + number}:00:00.000Z`, adviser, minutes: 30, isOutsideHours: true, key: randomUUID() },
      ...{
        timeZone: 'Europe/London',
        name: `Caller ${number}`,
        email: `caller-${number}@example.org`,
        message: 'A new office.',
      },
    });
  await page.goto('/studio');
  await press('Consultations');
  await press('Advisers and hours');
  await page.getByRole('link', { name: /^Hedy Lamarr/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hedy Lamarr' })).toBeVisible();
  await field('First day').fill(date);
  await field('Last day').fill(date);
  await field('Reason').fill('Ill');
  await press('Add');
  await press('Show them');
  await expect(page.getByRole('link', { name: /Caller \d/ })).toHaveCount(5);
  await picture('thursday');
  for (let number = 1; number <= 5; number += 1) {
    await page.goto(`/studio/consultations?day=${date}`);
    await page.getByRole('link', { name: new RegExp(`Caller ${number}`) }).click();
    await press('Move to another time');
    await page
      .getByRole('link', { name: /^\d\d:\d\d with / })
      .first()
      .click();
    await press('Move and tell the visitor');
    await expect(page.getByText(/^Moved to /)).toBeVisible();
  }
});

test('Friday', async ({ walk, context, browser, request, week }) => {
  const { page, press, field, picture } = walk;
  const client = await openClient(context, week);
  const { items } = await client.call('listContent', { q: 'backups', type: 'BLOG' });
  const article = items.find(({ slug }) => slug === 'backups-are-restores-you-have-not-tried');
  if (!article) throw new Error('The article is not there');
  await client.call('withdrawEntry', { id: article.id, version: article.version, isWithdrawn: true });
  const colleague = (await client.call('listItems', { list: 'TEAM' })).items[0]?.fields.name ?? '';
  const visitor = await browser.newContext({
    baseURL: week.address,
    userAgent: 'Mozilla/5.0 Gecko/20100101 Firefox/145.0',
  });
  const visit = await visitor.newPage();
  for (const path of ['/', '/what-we-do/network-design', '/blogs'])
    await visit.goto(path, { referer: 'https://news.example.org/', waitUntil: 'networkidle' });
  await visitor.close();

  await page.goto('/studio');
  await press('Content');
  await page.getByRole('searchbox').fill('Network design');
  await page.getByRole('link', { name: 'Network design', exact: true }).click();
  await page.getByLabel('Title', { exact: true }).first().fill('Networks, designed');
  await showDetails(page);
  await field('Last part of the address').fill('networks-designed');
  await press('Rename');
  await expect(page.getByText(/networks-designed/).first()).toBeVisible();
  await publish(walk);
  await expect.poll(async () => (await request.get('/what-we-do/network-design')).url()).toMatch(/networks-designed$/);
  await press('People');
  await page.getByRole('link', { name: colleague }).click();
  await expect(page.getByRole('heading', { level: 1, name: colleague })).toBeVisible();
  await field('Left on').fill(new Date().toISOString().slice(0, 10));
  await press('Save');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
  await expect
    .poll(async () =>
      (await (await request.get('/about-us')).text()).includes(`"@type":"Person","name":"${colleague}"`),
    )
    .toBe(false);
  await press('Links');
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await picture('friday');
  await press('Redirect');
  await field('To the page').fill('/blogs');
  await press('Add');
  await expect(page.getByText(/leads to \/blogs/)).toBeVisible();
  await press('Numbers');
  await press('Sources');
  await expect(page.getByText('news.example.org')).toBeVisible();
});
