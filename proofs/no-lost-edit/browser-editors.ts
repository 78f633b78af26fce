import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { sessions } from '../../api/db/studio-tables.ts';
import { ensureChromium } from '../../testing/chromium.ts';
import { makeUser } from '../../testing/studio.ts';
import { limits } from '../../testing/wait-within.ts';
import { joinTexts } from './keep-both.ts';
import { type Counts, count, type ProofSite, signInAs } from './proof-site.ts';
import type { EditorResult } from './simulated-editor.ts';

/** Milliseconds for which a person waits for a page before they load it again. */
const patience = 10_000;

/** A section is moved after one of so many markers, on average. */
const movedOnceIn = 8;

/** One person with a browser of their own. */
interface Person {
  context: BrowserContext;
  userId: number;
  signIn(): Promise<void>;
}

async function signInAsPerson({ site, ctx }: ProofSite, context: BrowserContext, name: string): Promise<Person> {
  const { id: userId } = await makeUser(ctx, 'EDITOR', name);
  const signIn = async () => {
    const value = await signInAs(ctx, userId);
    await context.addCookies([{ name: 'studio', value, url: site.address, httpOnly: true, sameSite: 'Lax' }]);
  };
  await signIn();
  return { context, userId, signIn };
}

/** Turns the network on again after a second. The call is repeated, because it fails while a page crashes. */
async function goOnlineLater(context: BrowserContext): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    await sleep(1_000);
    const isOnline = context.setOffline(false).then(
      () => true,
      () => false,
    );
    if (await isOnline) return;
  }
}

const findConflict = (page: Page) => page.getByRole('form', { name: 'changed the same words while you were writing' });
const findSignInDialog = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

/**
 * Opens the editor in a new tab. Tries again while the server is down, the network is off or the session has ended, but
 * not for ever.
 */
async function openEditor({ context, signIn }: Person, address: string): Promise<Page> {
  const deadline = performance.now() + limits.start;
  while (performance.now() < deadline) {
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
    try {
      await page.goto(address, { timeout: patience });
      if (page.url().includes('/sign-in')) await signIn();
      else {
        await page.locator('.cm-content').first().waitFor({ timeout: patience });
        return page;
      }
    } catch {
      // The server is down, or the network is off.
    }
    await page.close();
    await sleep(100);
  }
  throw new Error(`${address} did not open within ${limits.start / 1_000} s`);
}

/** The markers of people in browsers. */
const anyMarker = /\bb\w+x\d+x\b/g;

/**
 * Renews an ended session and resolves a conflict, as a person does when the page asks for it. Adds the markers that
 * the resolution leaves out to `leftOut`, because one side of a value is chosen as a whole: they are typed again.
 */
async function handlePrompts(page: Page, { signIn }: Person, leftOut: Set<string>, counts: Counts): Promise<void> {
  if (await findSignInDialog(page).isVisible()) {
    await signIn();
    await findSignInDialog(page).getByRole('button', { name: 'Close' }).click({ timeout: patience });
  }
  const form = findConflict(page);
  if (!(await form.isVisible())) return;
  for (const group of await form.getByRole('group').all()) {
    const theirsOfValue = group.getByRole('radio', { name: 'Theirs' });
    if ((await theirsOfValue.count()) > 0) {
      count(counts, 'conflicts of order in browsers');
      const [theirs, ours] = [await theirsOfValue.inputValue(), await group.getByLabel('Mine').inputValue()];
      await theirsOfValue.check();
      // Before the form is sent: the server may have the answer even if the click seems to have failed.
      for (const marker of ours.match(anyMarker) ?? []) if (!theirs.includes(marker)) leftOut.add(marker);
      continue;
    }
    count(counts, 'conflicts in browsers');
    const [theirs, ours] = [group.getByLabel('Theirs'), group.getByLabel('What to keep')];
    const both = joinTexts({ theirs: await theirs.inputValue(), ours: await ours.inputValue() });
    await ours.fill(both);
  }
  await form.getByRole('button', { name: 'Save this' }).click({ timeout: patience });
}

/** Moves a random section up or down by its button. */
async function moveSection(page: Page): Promise<void> {
  const buttons = page.locator('[data-item] button[aria-label^="Move "]:enabled');
  await buttons.nth(randomInt(await buttons.count())).click({ timeout: patience });
}

/** Types a marker at the end of a random paragraph. Returns whether the editor has painted it. */
async function typeMarker(page: Page, marker: string): Promise<boolean> {
  const lines = page.locator('.cm-line');
  await lines.nth(randomInt(await lines.count())).click({ timeout: patience });
  // The first press goes to the end of a wrapped line, which may be inside another marker; the second to the end.
  await page.keyboard.press('End');
  await page.keyboard.press('End');
  await page.keyboard.insertText(` ${marker}`);
  // Another text may have the focus by now, and a long text has only its visible lines in the page.
  return page.evaluate(async (text) => {
    // The journal stores typed text right after it is painted. A browser that crashes earlier has not shown the text.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return [...document.querySelectorAll('.cm-content')].some((editor) => editor.textContent.includes(text));
  }, marker);
}

/** Returns the journal of a browser, and the conflicts that a page shows. */
async function readKept(page: Page): Promise<string> {
  const journal = await page.evaluate(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const opening = indexedDB.open('studio');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const reading = opening.result.transaction('journal').objectStore('journal').getAll();
      reading.onsuccess = () => resolve(JSON.stringify(reading.result.map((edit) => edit.content)));
    };
    return promise;
  });
  const conflict = findConflict(page).locator('textarea');
  return [journal, ...(await conflict.evaluateAll((fields) => fields.map((field) => field.textContent)))].join('\n');
}

/** Types markers in one tab, which is reloaded, closed, crashes, and loses the network and its session. */
async function typeInTab(
  { ctx }: ProofSite,
  person: Person,
  { address, name, markerCount }: { address: string; name: string; markerCount: number },
  counts: Counts,
): Promise<EditorResult> {
  const { context, userId } = person;
  const markers: string[] = [];
  let page = await openEditor(person, address);

  const events: Record<number, () => Promise<void>> = {
    0: async () => {
      count(counts, 'reloads');
      await page.reload({ timeout: patience });
    },
    1: async () => {
      count(counts, 'page crashes');
      const crashed = page.waitForEvent('crash');
      await Promise.all([crashed, page.goto('chrome://crash').catch(() => undefined)]);
      await page.close();
      page = await openEditor(person, address);
    },
    2: async () => {
      count(counts, 'browsers offline');
      void goOnlineLater(context);
      await context.setOffline(true);
    },
    3: async () => {
      count(counts, 'sessions of browsers');
      await ctx.db.delete(sessions).where(eq(sessions.userId, userId));
    },
    4: async () => {
      count(counts, 'closed tabs');
      await page.close();
      page = await openEditor(person, address);
    },
  };

  /** Markers that a conflict left out, which are typed again. */
  const leftOut = new Set<string>();
  for (let number = 0; number < markerCount || leftOut.size > 0; ) {
    try {
      await handlePrompts(page, person, leftOut, counts);
      const [again] = leftOut;
      const marker = again ?? `b${name}x${number}x`;
      if (!(await typeMarker(page, marker))) continue;
      if (again) leftOut.delete(again);
      else {
        markers.push(marker);
        number += 1;
      }
      if (randomInt(movedOnceIn) === 0) {
        await moveSection(page);
        count(counts, 'moves in browsers');
      }
      await events[randomInt(80)]?.();
    } catch {
      // The page failed because the server was down or the network was off.
      await page.close();
      page = await openEditor(person, address);
    }
  }
  await context.setOffline(false);
  const isSaved = async () => page.getByText(/^(?:Saved \d|No changes yet)/).isVisible();
  for (let attempt = 0; attempt < 100 && (leftOut.size > 0 || !(await isSaved())); attempt++) {
    await handlePrompts(page, person, leftOut, counts).catch(() => undefined);
    for (const marker of leftOut) if (await typeMarker(page, marker).catch(() => false)) leftOut.delete(marker);
    await page.evaluate(() => dispatchEvent(new Event('focus'))).catch(() => undefined);
    await sleep(200);
  }
  return { markers, kept: await readKept(page) };
}

/** Lets two people write one page in real browsers, one of them in two tabs. */
export async function writeInBrowsers(
  proof: ProofSite,
  { entryId, markerCount }: { entryId: number; markerCount: number },
  counts: Counts,
): Promise<EditorResult[]> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] });
  const address = `${proof.site.address}/studio/content/${entryId}`;
  const [first, second] = [
    await signInAsPerson(proof, await browser.newContext(), 'In two tabs'),
    await signInAsPerson(proof, await browser.newContext(), 'In one tab'),
  ];
  const typeInNamedTab = (person: Person, name: string) =>
    typeInTab(proof, person, { address, name, markerCount }, counts);
  const written = await Promise.all([
    typeInNamedTab(first, 'p0t0'),
    typeInNamedTab(first, 'p0t1'),
    typeInNamedTab(second, 'p1t0'),
  ]);
  await browser.close();
  return written;
}
