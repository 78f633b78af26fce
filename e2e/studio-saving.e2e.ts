import type { Page } from '@playwright/test';
import { eq, sql } from 'drizzle-orm';
import { getCurrentContent, lockEntry } from '../api/content/drafts/find.ts';
import { storeDraft } from '../api/content/drafts/store.ts';
import { sessions } from '../api/db/studio-tables.ts';
import { entries } from '../api/db/tables.ts';
import type { DraftContent } from '../contract/studio/draft-content.ts';
import type { StudioOperationName } from '../contract/studio/operations.ts';
import { getStudioApiPath } from '../contract/studio/paths.ts';
import type { JournalEdit } from '../studio/saving/journal.ts';
import type { ContentSite } from '../testing/content-sites.ts';
import { makeEntry } from '../testing/makers.ts';
import { expectAccessible, expectAccessibleWithoutScripts, narrow } from './axe.ts';
import { holdRequests } from './browser.ts';
import {
  createArticle,
  expect,
  getPublishButton,
  openEditor,
  signIn,
  signInAs,
  test,
  waitForSave,
  write,
} from './studio-site.ts';

// What happens to an editor's words when something else happens at the same time.

const getTextField = (page: Page) => page.locator('.cm-content');

/** Saves a change of a draft, as another editor does. */
async function changeByOther({ database }: ContentSite, entryId: number, change: Partial<DraftContent>): Promise<void> {
  await database.db.transaction(async (db) => {
    const { content, revisionId } = await getCurrentContent({ db }, await lockEntry({ db }, entryId));
    const changed = { ...content, ...change };
    await storeDraft({ db }, { entryId, content: changed, baseRevisionId: revisionId, savedBy: null });
  });
}

async function readContent({ database }: ContentSite, entryId: number): Promise<DraftContent> {
  return database.db.transaction(
    async (db) => (await getCurrentContent({ db }, await lockEntry({ db }, entryId))).content,
  );
}

/** Returns the texts of the edits that the journal of a browser holds. */
function readJournal(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    const opening = indexedDB.open('studio');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const reading: IDBRequest<JournalEdit[]> = opening.result.transaction('journal').objectStore('journal').getAll();
      reading.onsuccess = () => resolve(reading.result.map(({ content }) => content.body));
    };
    return promise.finally(() => opening.result.close());
  });
}

/** Copies the only edit of the journal as an edit of an earlier version of the Studio, which stored no user. */
function leaveUnownedEdit(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const opening = indexedDB.open('studio');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const edits = opening.result.transaction('journal', 'readwrite').objectStore('journal');
      const reading = edits.getAll();
      reading.onsuccess = () => {
        const { userId, unanswered, ...unowned } = reading.result[0];
        edits.put(unowned, 'of an earlier version').onsuccess = () => resolve();
      };
    };
    return promise.finally(() => opening.result.close());
  });
}

/** Holds the requests of an operation until `release` is called. `isSent` resolves when the first one is sent. */
async function holdOperation(page: Page, name: StudioOperationName) {
  const address = `**${getStudioApiPath(name)}`;
  const release = await holdRequests(page, address);
  return { isSent: page.waitForRequest(address), release };
}

test('words that are typed just before and during a rename and a schedule are kept', async ({
  editorPage: page,
  expectComplaint,
}) => {
  expectComplaint(/status of 500/);
  const address = await createArticle(page, 'Renamed while writing');
  await waitForSave(page);

  const renaming = await holdOperation(page, 'renameEntry');
  await page.getByLabel('Last part of the address').fill('renamed-in-between');
  await page.getByLabel('Keywords').fill('before');
  await page.getByRole('button', { name: 'Rename' }).click();
  await renaming.isSent;
  await page.getByLabel('Keywords').fill('before, meanwhile');
  renaming.release();
  await expect(page.getByText(/^Renamed\./)).toBeVisible();
  await waitForSave(page);

  await page.getByLabel('Summary').fill('Typed before the schedule');
  await page.getByLabel('Publish this draft at').fill('2099-01-01T10:00');
  const scheduling = await holdOperation(page, 'scheduleEntry');
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await scheduling.isSent;
  await write(page, 'Typed during the schedule.');
  scheduling.release();
  await expect(page.getByText(/^Scheduled for/)).toBeVisible();
  await waitForSave(page);

  // Words that the server does not have are never left behind by an action.
  await page.route(`**${getStudioApiPath('saveDraft')}`, (route) =>
    route.fulfill({
      status: 500,
      json: { error: { code: 'internal', message: 'The server has an error.', fields: [], requestId: 'req-77' } },
    }),
  );
  await page.getByLabel('Title').fill('Typed while the server was broken');
  await expect(
    page.getByText(/^On this device only\. The server has an error\. This page keeps trying \(request req-77\)\.$/),
  ).toBeVisible();
  await page.getByLabel('Last part of the address').fill('not-renamed');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByText('Your latest changes are not saved yet, so this was not done.')).toBeVisible();
  await expectAccessible(page, { state: 'an action refused', at: narrow });
  await page.unroute(`**${getStudioApiPath('saveDraft')}`);
  await waitForSave(page);

  await openEditor(page, address);
  await expect(page.getByLabel('Title')).toHaveValue('Typed while the server was broken');
  await expect(page.getByLabel('Summary')).toHaveValue('Typed before the schedule');
  await expect(getTextField(page)).toContainText('Typed during the schedule.');
  await expect(page.getByLabel('Keywords')).toHaveValue('before, meanwhile');
});

test('what somebody else changes while the dialog “Publish” is open is not published unread', async ({
  editorPage: page,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  const address = await createArticle(page, 'Published by two');
  await waitForSave(page);
  const id = Number(/\d+$/.exec(address)?.[0]);
  const save = `**${getStudioApiPath('saveDraft')}`;
  await page.route(save, (route) => route.abort('internetdisconnected'));
  await page.getByLabel('Title').fill('Our title');
  await expect(page.getByText(/^On this device only\./)).toBeVisible();
  await getPublishButton(page).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  const publish = dialog.getByRole('button', { name: 'Publish now' });
  await expect(publish).toBeDisabled();
  await changeByOther(studioSite, id, { summary: 'Their summary' });
  await page.unroute(save);
  await expect(dialog.getByRole('alert').filter({ hasText: 'Other changes were added to the text' })).toBeVisible();
  await expect(publish).toBeDisabled();
  await expectAccessible(page, { state: 'a text that changed before its publication', at: narrow });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel('Summary')).toHaveValue('Their summary');
  await getPublishButton(page).click();
  await publish.click();
  await expect(page.getByText(/^Published\./)).toBeVisible();
});

test('a publication that is refused because of another version shows that version, and is tried again', async ({
  editorPage: page,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/409/);
  const address = await createArticle(page, 'Saved by two');
  await waitForSave(page);
  const opener = getPublishButton(page);
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  const publish = dialog.getByRole('button', { name: 'Publish now' });
  await publish.focus();
  await changeByOther(studioSite, Number(/\d+$/.exec(address)?.[0]), { summary: 'Their summary' });
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText(/^Other changes were added to the text/);
  await expect(publish).toBeDisabled();
  await expect(publish).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
  await expect(page.getByLabel('Summary')).toHaveValue('Their summary');
  await opener.click();
  await publish.click();
  await expect(page.getByText(/^Published\./)).toBeVisible();
});

test('a browser without a journal says that words are not saved anywhere, and asks before they are lost', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/Failed to load resource/);
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('The disk is full', 'QuotaExceededError');
    };
  });
  await signIn(context, studioSite);
  await createArticle(page, 'No journal');
  await waitForSave(page);
  await page.route(`**${getStudioApiPath('saveDraft')}`, (route) => route.abort('internetdisconnected'));
  await write(page, 'Nowhere.');
  const line = page.getByText(/^Not saved anywhere yet: keep this page open\. The server could not be reached\./);
  await expect(line).toBeVisible();

  // Another screen of the same page keeps the words too, and the browser asks before it ends the page.
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
  const asked = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await page.unroute(`**${getStudioApiPath('saveDraft')}`);
  await page.goBack();
  await expect(getTextField(page)).toContainText('Nowhere.');
  await waitForSave(page);
});

test('two tabs of one browser keep both edits, and take over what a closed tab has left', async ({
  editorPage: page,
  context,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to load resource/);
  const address = await createArticle(page, 'In two tabs');
  await waitForSave(page);
  const save = `**${getStudioApiPath('saveDraft')}`;
  await page.route(save, (route) => route.abort('internetdisconnected'));
  await page.getByLabel('Title').fill('Typed in the first tab');
  await expect(page.getByText(/^On this device only\./)).toBeVisible();

  const second = await context.newPage();
  await openEditor(second, address);
  await expect(second.getByLabel('Title')).toHaveValue('In two tabs');
  await second.getByLabel('Summary').fill('Typed in the second tab');
  await second.getByLabel('Keywords').fill('second');
  await waitForSave(second);
  await page.unroute(save);
  // The field shows the merged keyword, so the next key press does not remove it.
  await expect(page.getByLabel('Keywords')).toHaveValue('second');
  await page.getByLabel('Keywords').press('End');
  await page.getByLabel('Keywords').pressSequentially(', first');
  await waitForSave(page);
  await expect(page.getByLabel('Title')).toHaveValue('Typed in the first tab');
  await expect(page.getByLabel('Summary')).toHaveValue('Typed in the second tab');

  // The first tab ends before the server has its words: the second tab takes them over.
  await page.route(save, (route) => route.abort('internetdisconnected'));
  await write(page, 'Left by the first tab.');
  await expect(page.getByText(/^On this device only\./)).toBeVisible();
  await expect.poll(() => readJournal(page)).toEqual([expect.stringContaining('Left by the first tab.')]);
  await second.bringToFront();
  await second.evaluate(() => dispatchEvent(new Event('focus')));
  await page.close({ runBeforeUnload: false });
  await expect(getTextField(second)).toContainText('Left by the first tab.');
  await waitForSave(second);
  await second.reload();
  await expect(getTextField(second)).toContainText('Left by the first tab.');
  await expect(second.getByLabel('Title')).toHaveValue('Typed in the first tab');
  await expect(second.getByLabel('Keywords')).toHaveValue('second, first');
});

test('in a shared browser, words that are kept on the device are shown only to their author', async ({
  page,
  context,
  studioSite,
  expectComplaint,
}) => {
  // The page that is left open for the next person tries to send the words, and the server refuses them.
  expectComplaint(/ERR_INTERNET_DISCONNECTED|status of 403/);
  await page.addInitScript(() => {
    navigator.storage.persist = () => {
      localStorage.setItem('asked', `${localStorage.getItem('asked') ?? ''}x`);
      return Promise.resolve(false);
    };
  });
  const left = page.getByRole('region', { name: 'On this device, not saved yet' });
  const ada = await signIn(context, studioSite, 'EDITOR', 'Ada');
  const { id } = await makeEntry(studioSite.database, 'BLOG', { text: { title: 'Shared' } });
  const address = `/studio/content/${id}`;
  const save = `**${getStudioApiPath('saveDraft')}`;
  await openEditor(page, address);
  const countRequests = () => page.evaluate(() => localStorage.getItem('asked'));
  expect(await countRequests()).toBeNull();
  await page.route(save, (route) => route.abort('internetdisconnected'));
  await write(page, 'Words of Ada.');
  await expect(page.getByText(/^On this device only\./)).toBeVisible();

  await leaveUnownedEdit(page);

  // The screen of the account names the words before their author signs out, although this page still sends them.
  await page.locator('summary').filter({ hasText: 'Ada' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(left).toContainText('Nobody else who signs in on this browser sees them.');
  await expect(left.getByRole('link', { name: 'Shared' })).toBeVisible();
  await expectAccessible(page, { state: 'words left before signing out', at: narrow });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('**/studio/sign-in');
  await page.unroute(save);

  // The next person uses the same page, and then another.
  await signIn(context, studioSite, 'EDITOR', 'Bea');
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
    dispatchEvent(new Event('focus'));
  }, address);
  await expect(getTextField(page)).toBeVisible();
  await expect(getTextField(page)).not.toContainText('Words of Ada.');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/studio');
  await expect(page.locator('summary').filter({ hasText: 'Bea' })).toBeVisible();
  await expect(left.getByRole('button', { name: 'They are mine' })).toBeVisible();
  await expect(left.getByRole('link')).toHaveCount(0);
  await openEditor(page, address);
  await page.getByLabel('Summary').fill('Words of Bea.');
  await waitForSave(page);
  await expect(getTextField(page)).not.toContainText('Words of Ada.');
  expect((await readContent(studioSite, id)).body).not.toContain('Ada');
  expect(await readJournal(page)).toHaveLength(2);

  // The author comes back, and claims what an earlier version of the Studio left.
  await signInAs(context, studioSite, ada.userId);
  await page.goto('/studio');
  await left.getByRole('button', { name: 'They are mine' }).click();
  await expect(left.getByRole('button', { name: 'They are mine' })).toHaveCount(0);
  await left.getByRole('link', { name: 'Shared' }).click();
  await expect(getTextField(page)).toContainText('Words of Ada.');
  await waitForSave(page);
  await expect.poll(() => readJournal(page)).toEqual([]);
  const both = { body: expect.stringContaining('Words of Ada.'), summary: 'Words of Bea.' };
  expect(await readContent(studioSite, id)).toMatchObject(both);

  // Somebody else signs in, in another tab: this page does nothing for them, and keeps what was typed.
  await page.goto('/studio/redirects?add=yes');
  const from = page.getByLabel('From the address');
  await from.fill('/typed-by-ada');
  await page.getByLabel('To the page').fill('/');
  await signIn(context, studioSite, 'EDITOR', 'Cleo');
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByText('Somebody else is now signed in on this browser, so nothing was changed.')).toBeVisible();
  await expect(from).toHaveValue('/typed-by-ada');
  await expect(page.locator('summary').filter({ hasText: 'Ada' })).toBeVisible();
  await signInAs(context, studioSite, ada.userId);
  await page.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('button', { name: 'Delete the redirect from /typed-by-ada' })).toBeVisible();

  // The browser was asked once to keep its storage when space is short, and its refusal changed nothing.
  expect(await countRequests()).toBe('x');
});

test('a conflict shows what was before, theirs and mine, of texts, numbers and lists, and takes what is chosen', async ({
  editorPage: page,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  const highlights = ['Support by day', 'Two sites'];
  const plan = {
    tagline: 'Tagline',
    monthly: 100,
    yearly: 1000,
    currency: 'EUR',
    audience: 'All',
    limits: [],
    faqs: [],
  };
  const fields = { ...plan, featured: false, highlights };
  const { id } = await makeEntry(studioSite.database, 'PLAN', { text: { title: 'Before', fields } });
  await openEditor(page, `/studio/content/${id}`);
  await changeByOther(studioSite, id, {
    title: 'Theirs',
    fields: { ...fields, monthly: 110, highlights: ['Two sites'] },
  });
  await page.route(`**${getStudioApiPath('saveDraft')}`, (route) => route.abort('internetdisconnected'));
  await page.getByLabel('Title').fill('Mine');
  await page.getByLabel('Monthly').fill('120');
  await page.getByLabel('Highlight 1').fill('Support by day and night');
  // The next request has all three changes.
  await expect(page.getByText(/^On this device only\./)).toBeVisible();
  await page.unroute(`**${getStudioApiPath('saveDraft')}`);

  const form = page.getByRole('form', { name: 'changed the same words while you were writing' });
  const title = form.getByRole('group', { name: 'Title' });
  await expect(title.getByLabel('Before')).toHaveValue('Before');
  await expect(title.getByLabel('Theirs')).toHaveValue('Theirs');
  await expect(title.getByLabel('What to keep')).toHaveValue('Mine');
  const monthly = form.getByRole('group', { name: 'Monthly' });
  await expect(monthly.getByLabel('Mine')).toBeChecked();
  await expect(monthly.getByLabel('Theirs')).toHaveAccessibleDescription('110');
  const highlight = form.getByRole('group', { name: 'Highlight 1' });
  await expect(highlight).toContainText('Support by day');
  await expect(highlight.getByLabel('Theirs')).toHaveAccessibleDescription('Removed');
  await expect(highlight.getByLabel('Mine')).toHaveAccessibleDescription('Support by day and night');
  await expectAccessible(page, { state: 'conflict' });

  await title.getByRole('button', { name: 'Take theirs' }).press('Enter');
  await title.getByLabel('What to keep').press('End');
  await title.getByLabel('What to keep').pressSequentially(' and mine');
  await monthly.getByLabel('Mine').press('ArrowUp');
  await expect(monthly.getByLabel('Theirs')).toBeChecked();
  await form.getByRole('button', { name: 'Save this' }).press('Enter');
  await waitForSave(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await readContent(studioSite, id)).toMatchObject({
    title: 'Theirs and mine',
    fields: { monthly: 110, highlights: ['Support by day and night', 'Two sites'] },
  });
});

test('words in an entry that was removed are kept, copied, and saved as a new entry', async ({
  editorPage: page,
  context,
  studioSite,
  expectComplaint,
}) => {
  expectComplaint(/status of 404/);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { id } = await makeEntry(studioSite.database, 'BLOG', { text: { title: 'To be removed' } });
  await openEditor(page, `/studio/content/${id}`);
  await studioSite.database.db.delete(entries).where(eq(entries.id, id));
  await write(page, 'Typed into nothing.');
  await expect(page.getByText('On this device only. This entry has been removed.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy the text' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^To be removed\n.*Typed into nothing\.$/s);
  await expectAccessible(page, { state: 'removed entry', at: narrow });

  // The page ends. Today names the words, and the address of the entry still offers them.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto('/studio');
  const list = page.getByRole('region', { name: 'On this device, not saved yet' });
  await expect(list).toBeVisible();
  await expectAccessible(page, { state: 'words left on this device', at: narrow });
  await list.getByRole('link', { name: 'To be removed' }).click();
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await page.getByRole('button', { name: 'Save as a new entry' }).click();
  await expect(getTextField(page)).toContainText('Typed into nothing.');
  await expect(page).not.toHaveURL((url) => url.pathname === `/studio/content/${id}`);
  await expect.poll(() => readJournal(page)).toEqual([]);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a conflict shows both texts, and a save that does not work shows what was typed', async ({
    page,
    context,
    studioSite,
    expectComplaint,
  }) => {
    expectComplaint(/status of (?:400|401|403|409|500)/);
    const { userId } = await signIn(context, studioSite);
    const body = 'First line.\n\nSecond line has several words.\n';
    const { id } = await makeEntry(studioSite.database, 'BLOG', {
      text: { title: 'Plainly', summary: 'Before', body },
    });
    const title = page.getByLabel('Title', { exact: true });
    const summary = page.getByLabel('Summary');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await page.goto(`/studio/content/${id}`);

    // Refused: what was typed is shown again, and a later save merges it with what others saved meanwhile.
    await summary.fill('x'.repeat(2_001));
    await save.click();
    await expect(page.getByRole('alert')).toContainText('not valid');
    await expect(summary).toHaveValue('x'.repeat(2_001));
    await changeByOther(studioSite, id, { body: body.replace('First', '1st') });
    await summary.fill('Typed plainly');
    await save.click();
    await expect(page.getByText('Saved, together with somebody else’s changes.')).toBeVisible();
    expect(await readContent(studioSite, id)).toMatchObject({
      summary: 'Typed plainly',
      body: body.replace('First', '1st'),
    });

    // A conflict: nothing is stored until the person has chosen.
    await changeByOther(studioSite, id, { title: 'Theirs', body: body.replace('several', 'many') });
    await title.fill('Mine');
    await page.getByLabel('Text').last().fill(body.replace('several', 'few'));
    await save.click();
    const form = page.getByRole('form', { name: 'changed the same words while you were writing' });
    const words = form.getByRole('group', { name: 'Text' });
    await expect(words.getByLabel('Before')).toHaveValue('Second line has several words.\n');
    await expect(words.getByLabel('Theirs')).toHaveValue('Second line has many words.\n');
    await expect(words.getByLabel('What to keep')).toHaveValue('Second line has few words.\n');
    await expect(form.getByRole('button', { name: 'Take theirs' })).toHaveCount(0);
    await expectAccessibleWithoutScripts(page, { state: 'a conflict', at: narrow });
    expect((await readContent(studioSite, id)).title).toBe('Theirs');
    await form.getByRole('group', { name: 'Title' }).getByLabel('What to keep').fill('Both');
    await words.getByLabel('What to keep').fill('Second line has some words.\n');
    await form.getByRole('button', { name: 'Save this' }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    expect(await readContent(studioSite, id)).toMatchObject({
      title: 'Both',
      summary: 'Typed plainly',
      body: body.replace('several', 'some'),
    });

    // The session ends: what was typed is shown again, and is sent after a sign-in in another tab.
    await studioSite.database.db.delete(sessions).where(eq(sessions.userId, userId));
    await summary.fill('Typed after the end');
    await save.click();
    await expect(page.getByText('What you typed is not saved.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Sign in in another tab' })).toBeVisible();
    await expectAccessibleWithoutScripts(page, { state: 'an ended session', at: narrow });
    await expect(summary).toHaveValue('Typed after the end');

    // The words stay when somebody else signs in, and are sent when their author does.
    await signIn(context, studioSite, 'EDITOR', 'Somebody else');
    await page.getByRole('button', { name: 'Send it again' }).click();
    await expect(page.getByText(/^Somebody else is now signed in on this browser/)).toBeVisible();
    await expectAccessibleWithoutScripts(page, { state: 'a form of another user', at: narrow });
    await expect(summary).toHaveValue('Typed after the end');
    expect((await readContent(studioSite, id)).summary).toBe('Typed plainly');
    await signInAs(context, studioSite, userId);
    await page.getByRole('button', { name: 'Send it again' }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    expect((await readContent(studioSite, id)).summary).toBe('Typed after the end');

    // The database fails: the same.
    await summary.fill('Typed in an outage');
    await studioSite.database.db.execute(sql`alter table sessions rename to sessions_of_the_outage`);
    await save.click();
    await expect(page.getByText('What you typed is not saved.')).toBeVisible();
    await expect(page.getByText(/^Request /)).toBeVisible();
    await expectAccessibleWithoutScripts(page, { state: 'an outage', at: narrow });
    await expect(summary).toHaveValue('Typed in an outage');
    await studioSite.database.db.execute(sql`alter table sessions_of_the_outage rename to sessions`);
    await page.getByRole('button', { name: 'Send it again' }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
    expect((await readContent(studioSite, id)).summary).toBe('Typed in an outage');
  });
});
