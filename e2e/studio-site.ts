import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { and, eq } from 'drizzle-orm';
import type { Connection } from '../api/db/connect.ts';
import { users } from '../api/db/studio-tables.ts';
import { entries } from '../api/db/tables.ts';
import { startSession } from '../api/people/sessions.ts';
import type { TypeWithPages } from '../contract/content/entry-types.ts';
import { paths } from '../contract/http/paths.table.ts';
import { createEmptyContent } from '../contract/studio/draft-content.ts';
import { getStudioApiPath } from '../contract/studio/paths.ts';
import type { Role } from '../contract/studio/permissions.ts';
import { type ContentSite, startSiteWithTestContent } from '../testing/content-sites.ts';
import { test as base, expect, holdRequests } from './browser.ts';

interface Fixtures {
  /** A page of an editor who is signed in. */
  editorPage: Page;
}

interface WorkerFixtures {
  /** A site of its own for the tests of the Studio, because they change its content. */
  studioSite: ContentSite;
}

/** The site under test has the address `http://localhost:…`, because passkeys do not work on an IP address. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  studioSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const site = await startSiteWithTestContent({ LOOPBACK_REQUESTS: 'allow' });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ studioSite }, use) => use(studioSite.address),
  editorPage: async ({ page, context, studioSite }, use) => {
    await signIn(context, studioSite);
    await use(page);
  },
});

export interface SignedIn {
  userId: number;
  name: string;
}

type SiteWithDatabase = Pick<ContentSite, 'address'> & { database: Connection };

/** Gives the browser a session of a user. */
export async function signInAs(
  context: BrowserContext,
  { database, address }: SiteWithDatabase,
  userId: number,
): Promise<void> {
  let token = '';
  await startSession(database, userId, {
    address: '127.0.0.1',
    userAgent: 'Test',
    refusesTracking: true,
    actor: null,
    setSessionToken: (value) => {
      token = value ?? '';
    },
  });
  await context.addCookies([{ name: 'studio', value: token, url: address, httpOnly: true, sameSite: 'Lax' }]);
}

/** Creates a user with a role, and gives the browser a session of theirs. */
export async function signIn(
  context: BrowserContext,
  site: SiteWithDatabase,
  role: Role = 'EDITOR',
  name = 'Grace Hopper',
  email = `${randomUUID()}@example.com`,
): Promise<SignedIn> {
  const [user] = await site.database.db.insert(users).values({ name, email, role }).returning();
  if (!user) throw new Error('The user was not stored');
  await signInAs(context, site, user.id);
  return { userId: user.id, name };
}

/** Returns the id of an entry of the test content. */
export async function getEntryId({ database }: ContentSite, type: TypeWithPages, slug: string): Promise<number> {
  const [entry] = await database.db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.type, type), eq(entries.slug, slug)));
  if (!entry) throw new Error(`There is no ${type} ${slug}`);
  return entry.id;
}

/** Creates an article with a complete draft by the API. Opens it with the cursor at its end. Returns its address. */
export async function createArticle(page: Page, title: string): Promise<string> {
  await page.request.get(paths.formToken);
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const answer = await page.request.post(getStudioApiPath('createEntry'), {
    headers: { 'x-xsrf-token': token, 'sec-fetch-site': 'same-origin' },
    data: {
      type: 'BLOG',
      title,
      content: {
        ...createEmptyContent(title, 'trees'),
        summary: `The summary of ${title}`,
        author: 'ada',
        body: `First words of ${title}.\n\n`,
      },
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  const { id } = (await answer.json()) as { id: number };
  await openEditor(page, `/studio/content/${id}`);
  await page.locator('.cm-content').click();
  await page.keyboard.press('ControlOrMeta+End');
  return page.url();
}

/** Opens the editor of an entry, and waits until its code is there. */
export async function openEditor(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('.cm-content').waitFor();
}

/** Types at the end of the text, and waits until it is painted. The save status changes only after that. */
export async function write(page: Page, text: string): Promise<void> {
  const editor = page.locator('.cm-content');
  await editor.click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(text);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
}

/** Waits until the server has stored the text. */
export async function waitForSave(page: Page): Promise<void> {
  await expect(page.getByText(/^Saved \d/)).toBeVisible();
}

/** The button of the editor that opens the publish dialog. */
export const getPublishButton = (page: Page) => page.getByRole('button', { name: /^Publish(?: changes)?$/ });

/** Shows the preview of the entry that is open in the editor, beside its text. */
export async function showPreview(page: Page): Promise<void> {
  await page.getByRole('group', { name: 'View' }).getByText('Split').click();
}

/** Shows the details of the entry that is open in the editor, also where a window has no room beside the text. */
export async function showDetails(page: Page): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Details' });
  const details = page.getByRole('complementary', { name: 'Details' });
  // What the user has chosen is kept when the window becomes narrower.
  if (await details.isVisible()) await toggle.click();
  await expect(details).toBeHidden();
  await toggle.click();
  await expect(details).toBeVisible();
}

/** Publishes the entry that is open in the editor, by the dialog, and waits until the Studio says so. */
export async function publish(page: Page): Promise<void> {
  await getPublishButton(page).click();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText(/^Published\./)).toBeVisible();
}

/** Waits until visitors see a change. `npm run prove -- fresh` measures how soon. */
export async function waitForVisitors(readPage: () => Promise<string>, text: string): Promise<void> {
  await expect.poll(readPage).toContain(text);
}

/** Holds the requests for the Studio's code until the returned function is called. */
export const holdStudioCode = (page: Page): Promise<() => void> => holdRequests(page, /\/assets\/studio-entry-client/);

export { expect };
