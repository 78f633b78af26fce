import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { draftSaves } from '../../api/db/studio-tables.ts';
import { ApiFailure, createClient } from '../../contract/http/client.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import { createStudioClient } from '../../contract/studio/create-client.ts';
import { makeEntry } from '../../testing/makers.ts';
import { type BrowserJournals, createBrowserJournals } from '../../testing/memory-journal.ts';
import { setUpApi } from '../../testing/set-up.ts';
import { makeUser, type TestUser } from '../../testing/studio.ts';
import { createDraftSaver } from './draft-saver.ts';
import { describeUnstored } from './save-state.ts';

const api = await setUpApi();
const editor = await makeUser(api.ctx, 'EDITOR');
const other = await makeUser(api.ctx, 'EDITOR');

/** Opens an entry in a new page of a browser. */
async function open({
  id,
  browser = createBrowserJournals(),
  user = editor,
  client = user.client,
}: {
  id?: number;
  browser?: BrowserJournals;
  user?: TestUser;
  client?: StudioClient;
} = {}) {
  const entryId = id ?? (await makeEntry(api.ctx, 'PAGE')).id;
  const { version, content } = await editor.client.call('openEntry', { id: entryId });
  const journal = browser.openPage();
  const saver = createDraftSaver({
    client,
    journal,
    userId: user.id,
    entryId,
    entryType: 'PAGE',
    version,
    content,
    savedAt: null,
  });
  const endPage = () => {
    saver.stop();
    return journal.end();
  };
  return { entryId, browser, journal, saver, endPage };
}

/** Returns a client whose saves fail as given until it is repaired. */
function createFailingClient(fail: () => Promise<never>) {
  let isBroken = true;
  const client: StudioClient = {
    ...editor.client,
    call: (name, ...rest) => (isBroken && name === 'saveDraft' ? fail() : editor.client.call(name, ...rest)),
  };
  return {
    client,
    repair: () => {
      isBroken = false;
    },
  };
}

const answer = (status: number, message: string) =>
  new ApiFailure(status >= 500 ? 'server' : 'client', message, { status, requestId: 'req-1' });

const loadContent = async (id: number) => (await other.client.call('openEntry', { id })).content;

async function changeByOther(id: number, change: object): Promise<void> {
  const { version, content } = await other.client.call('openEntry', { id });
  await other.client.call('saveDraft', { id, version, content: { ...content, ...change } });
}

it('an edit is in the journal until the server has confirmed it', async () => {
  const { entryId, browser, saver } = await open();
  saver.edit({ title: 'Typed' });
  expect([...browser.stored.values()]).toMatchObject([{ content: { title: 'Typed' } }]);
  await saver.flush();
  expect(saver.getSnapshot()).toMatchObject({ state: 'saved', version: 'draft-1' });
  expect(browser.stored.size).toBe(0);
  expect((await loadContent(entryId)).title).toBe('Typed');
});

it('words that were typed and taken back leave nothing to save', async () => {
  const { browser, saver } = await open();
  const { title } = saver.getSnapshot().content;
  saver.edit({ title: 'Typed' });
  saver.edit({ title });
  await saver.flush();
  expect(saver.getSnapshot().state).toBe('saved');
  expect(browser.stored.size).toBe(0);
});

it('an edit of an earlier page that ended is sent when the entry is opened again', async () => {
  const { entryId, browser, saver, endPage } = await open();
  saver.edit({ title: 'Before the crash' });
  await endPage();
  await changeByOther(entryId, { summary: 'Meanwhile' });
  const again = await open({ id: entryId, browser });
  await again.saver.resume();
  await again.saver.flush();
  expect(again.saver.getSnapshot()).toMatchObject({
    state: 'saved',
    content: { title: 'Before the crash', summary: 'Meanwhile' },
  });
  expect(browser.stored.size).toBe(0);
});

it('an edit that one person left is neither shown to nor sent by another person, and waits for its author', async () => {
  const { entryId, browser, saver, endPage } = await open();
  saver.edit({ title: 'Left by its author' });
  await endPage();
  const another = await open({ id: entryId, browser, user: other });
  await another.saver.resume();
  another.saver.edit({ summary: 'Typed by the next person' });
  await another.saver.flush();
  expect(another.saver.getSnapshot().content.title).not.toBe('Left by its author');
  expect((await loadContent(entryId)).title).not.toBe('Left by its author');
  await another.endPage();
  expect([...browser.stored.values()]).toMatchObject([{ content: { title: 'Left by its author' } }]);
  const again = await open({ id: entryId, browser });
  await again.saver.resume();
  await again.saver.flush();
  const both = { title: 'Left by its author', summary: 'Typed by the next person' };
  expect(await loadContent(entryId)).toMatchObject(both);
  expect(browser.stored.size).toBe(0);
});

it('words that are refused because somebody else is signed in wait on the device for their author', async () => {
  const message = 'Somebody else is now signed in on this browser';
  const answer = { status: 403, error: { code: 'forbidden' as const, message }, requestId: null };
  const { client, repair } = createFailingClient(() => Promise.reject(new ApiFailure('client', message, answer)));
  const { entryId, browser, saver } = await open({ client });
  saver.edit({ title: 'Typed by its author' });
  await saver.flush();
  expect(saver.getSnapshot()).toMatchObject({ state: 'refused', isOnDevice: true, problem: { message } });
  expect(browser.stored.size).toBe(1);
  repair();
  await saver.flush();
  expect((await loadContent(entryId)).title).toBe('Typed by its author');
  expect(browser.stored.size).toBe(0);
});

it('words that were typed while a save was on its way are sent by the next page, without a conflict', async () => {
  const { promise: stored, resolve: setStored } = Promise.withResolvers<void>();
  const client: StudioClient = {
    ...editor.client,
    call: async (name, ...rest) => {
      const result = await editor.client.call(name, ...rest);
      if (name !== 'saveDraft') return result;
      setStored();
      // The page ends before the answer arrives.
      return new Promise(() => undefined);
    },
  };
  const { entryId, browser, saver, endPage } = await open({ client });
  saver.edit({ title: 'One' });
  void saver.flush();
  await stored;
  saver.edit({ title: 'One two' });
  await endPage();
  const again = await open({ id: entryId, browser });
  await again.saver.resume();
  await again.saver.flush();
  expect(again.saver.getSnapshot()).toMatchObject({ state: 'saved', content: { title: 'One two' } });
  expect((await loadContent(entryId)).title).toBe('One two');
});

it('a save whose answer was lost does not conflict with what was typed after it', async () => {
  let isLost = true;
  const client: StudioClient = {
    ...editor.client,
    call: async (name, ...rest) => {
      const result = await editor.client.call(name, ...rest);
      if (name === 'saveDraft' && isLost) throw new ApiFailure('network', 'The connection was reset');
      return result;
    },
  };
  const { entryId, browser, saver } = await open({ client });
  saver.edit({ title: 'One' });
  await saver.flush();
  expect(saver.getSnapshot().state).toBe('local');
  saver.edit({ title: 'One two' });
  isLost = false;
  await saver.flush();
  expect(saver.getSnapshot()).toMatchObject({ state: 'saved', content: { title: 'One two' } });
  expect((await loadContent(entryId)).title).toBe('One two');
  expect(browser.stored.size).toBe(0);
});

it('an edit of a page that is still open stays with that page, and is taken over when the page ends', async () => {
  const { client } = createFailingClient(() => Promise.reject(new ApiFailure('network', 'offline')));
  const first = await open({ client });
  first.saver.edit({ title: 'Typed in the first tab' });
  await first.saver.flush();
  const second = await open({ id: first.entryId, browser: first.browser });
  await second.saver.resume();
  second.saver.edit({ summary: 'Typed in the second tab' });
  await second.saver.flush();
  expect(await loadContent(first.entryId)).not.toMatchObject({ title: 'Typed in the first tab' });
  expect([...first.browser.stored.values()]).toMatchObject([{ content: { title: 'Typed in the first tab' } }]);
  await first.endPage();
  await second.saver.flush();
  const both = { title: 'Typed in the first tab', summary: 'Typed in the second tab' };
  expect(await loadContent(first.entryId)).toMatchObject(both);
  expect(first.browser.stored.size).toBe(0);
});

it('the conflicts of several recovered edits are shown one after the other', async () => {
  const browser = createBrowserJournals();
  const { id: entryId } = await makeEntry(api.ctx, 'PAGE');
  for (const title of ['Ours, first', 'Ours, second']) {
    const { saver, endPage } = await open({ id: entryId, browser });
    saver.edit({ title });
    await endPage();
  }
  await changeByOther(entryId, { title: 'Theirs' });
  const { saver } = await open({ id: entryId, browser });
  const resumed = saver.resume();
  for (const expected of ['Ours, first', 'Ours, second']) {
    await expect.poll(() => saver.getSnapshot().conflicts[0]?.ours).toBe(expected);
    const { merged } = saver.getSnapshot();
    if (!merged) throw new Error('A conflict has a merged content');
    // Both edits stay on the device until the user has chosen.
    expect([...browser.stored.values()].map(({ content }) => content.title)).toContain(expected);
    saver.resolve({ ...merged, title: `${merged.title}; ${expected}` });
  }
  await resumed;
  await saver.flush();
  expect((await loadContent(entryId)).title).toBe('Theirs; Ours, first; Ours, second');
  expect(browser.stored.size).toBe(0);
});

it('a page that ends in a conflict shows the conflict again, and replaces nothing', async () => {
  const { entryId, browser, saver, endPage } = await open();
  await changeByOther(entryId, { title: 'Theirs' });
  saver.edit({ title: 'Ours' });
  await saver.flush();
  saver.edit({ summary: 'Typed in the conflict' });
  await endPage();
  const again = await open({ id: entryId, browser });
  void again.saver.resume();
  await expect.poll(() => again.saver.getSnapshot().conflicts).toMatchObject([{ theirs: 'Theirs', ours: 'Ours' }]);
  await again.saver.flush();
  expect((await loadContent(entryId)).title).toBe('Theirs');
  expect(again.saver.getSnapshot().merged).toMatchObject({ summary: 'Typed in the conflict' });
});

it('an edit whose version the server does not keep any more is merged by the version that the page has', async () => {
  const { entryId, saver } = await open();
  saver.edit({ title: 'One' });
  await saver.flush();
  await changeByOther(entryId, { summary: 'Theirs' });
  await api.ctx.db.delete(draftSaves).where(eq(draftSaves.version, 1));
  saver.edit({ title: 'Two' });
  await saver.flush();
  expect(saver.getSnapshot().state).toBe('saved');
  expect(await loadContent(entryId)).toMatchObject({ title: 'Two', summary: 'Theirs' });
});

it('what is typed while the server answers with a conflict stays when the conflict is resolved', async () => {
  const { entryId, saver } = await open();
  await changeByOther(entryId, { title: 'Theirs' });
  saver.edit({ title: 'Ours' });
  const sending = saver.flush();
  saver.edit({ summary: 'Typed meanwhile' });
  await sending;
  const { state, merged, conflicts } = saver.getSnapshot();
  expect(state).toBe('conflict');
  expect(conflicts).toMatchObject([{ path: 'title', theirs: 'Theirs', ours: 'Ours' }]);
  if (!merged) throw new Error('A conflict has a merged content');
  saver.resolve({ ...merged, title: 'Both' });
  await saver.flush();
  expect(await loadContent(entryId)).toMatchObject({ title: 'Both', summary: 'Typed meanwhile' });
});

it('what is typed while the server merges is kept together with the merge', async () => {
  const { entryId, saver } = await open();
  await changeByOther(entryId, { title: 'Theirs' });
  saver.edit({ summary: 'Ours' });
  const sending = saver.flush();
  saver.edit({ keywords: ['typed', 'meanwhile'] });
  await sending;
  await saver.flush();
  const expected = { title: 'Theirs', summary: 'Ours', keywords: ['typed', 'meanwhile'] };
  expect(saver.getSnapshot().content).toMatchObject(expected);
  expect(await loadContent(entryId)).toMatchObject(expected);
});

it('an edit that waits for its paint is read once, and no save or merge goes without it', async () => {
  const { entryId, browser, saver } = await open();
  let reads = 0;
  const read = (summary: string) => () => {
    reads += 1;
    return { summary };
  };
  saver.editAfterPaint(read('T'));
  saver.editAfterPaint(read('Typed'));
  expect([saver.getSnapshot().state, reads]).toEqual(['saved', 0]);
  await changeByOther(entryId, { title: 'Theirs' });
  const saved = saver.flush();
  expect([...browser.stored.values()]).toMatchObject([{ content: { summary: 'Typed' } }]);
  saver.editAfterPaint(read('Typed meanwhile'));
  // The page may end before the save on its way is answered.
  void saver.flush();
  expect([...browser.stored.values()]).toMatchObject([{ content: { summary: 'Typed meanwhile' } }]);
  await saved;
  expect(saver.getSnapshot()).toMatchObject({
    state: 'saved',
    content: { title: 'Theirs', summary: 'Typed meanwhile' },
    merges: 1,
  });
  expect(reads).toBe(2);
  expect(await loadContent(entryId)).toMatchObject({ title: 'Theirs', summary: 'Typed meanwhile' });

  let told = 0;
  saver.subscribe(() => {
    told += 1;
  });
  saver.edit({ title: 'Shown at once' });
  saver.editAfterPaint(read('Kept after the paint'));
  await expect
    .poll(() => [...browser.stored.values()])
    .toMatchObject([{ content: { summary: 'Kept after the paint' } }]);
  // The screen renders the edit of a text editor with the save, and not at each key.
  expect(told).toBe(1);
  // The next field changes what the screen shows, so the screen shows everything before that.
  saver.applyWaiting();
  expect(told).toBe(2);
  await saver.flush();
  expect(told).toBeGreaterThan(1);
});

it('an action runs on the saved words, and what is typed meanwhile is kept together with its result', async () => {
  const { entryId, saver } = await open();
  saver.edit({ title: 'Typed just before' });
  await saver.runAction(async (version) => {
    expect((await loadContent(entryId)).title).toBe('Typed just before');
    saver.edit({ summary: 'Typed meanwhile' });
    const { content } = await other.client.call('openEntry', { id: entryId });
    await other.client.call('saveDraft', { id: entryId, version, content: { ...content, body: 'By the action\n' } });
    return other.client.call('openEntry', { id: entryId });
  });
  const together = { title: 'Typed just before', summary: 'Typed meanwhile', body: 'By the action\n' };
  expect(saver.getSnapshot()).toMatchObject({ state: 'saving', content: together });
  await saver.flush();
  expect(await loadContent(entryId)).toMatchObject(together);
});

it('an action is not run while words could not be saved, and the words stay', async () => {
  const { client, repair } = createFailingClient(() => Promise.reject(new ApiFailure('network', 'offline')));
  const { entryId, saver } = await open({ client });
  saver.edit({ title: 'Not saved' });
  const action = saver.runAction(() => expect.unreachable('The action was run'));
  await expect(action).rejects.toThrow('Your latest changes are not saved yet');
  expect(saver.getSnapshot()).toMatchObject({ state: 'local', content: { title: 'Not saved' } });
  repair();
  await saver.flush();
  expect((await loadContent(entryId)).title).toBe('Not saved');
});

it('an action is not run on a text to which its save has added what the user has not seen', async () => {
  const { entryId, saver } = await open();
  await changeByOther(entryId, { summary: 'Theirs' });
  saver.edit({ title: 'Ours' });
  const action = saver.runAction(() => expect.unreachable('The action was run'));
  await expect(action).rejects.toThrow('Other changes were added to the text');
  const both = { title: 'Ours', summary: 'Theirs' };
  expect(saver.getSnapshot()).toMatchObject({ state: 'saved', content: both });
  const { content } = await saver.runAction(() => other.client.call('openEntry', { id: entryId }));
  expect(content).toMatchObject(both);
});

it('an action that fails leaves the words that were typed meanwhile', async () => {
  const { entryId, saver } = await open();
  const action = saver.runAction(async () => {
    saver.edit({ title: 'Typed meanwhile' });
    throw answer(409, 'Somebody saved another version.');
  });
  await expect(action).rejects.toThrow('Somebody saved another version.');
  await saver.flush();
  expect((await loadContent(entryId)).title).toBe('Typed meanwhile');
});

it.each([
  { failure: new ApiFailure('network', 'no'), state: 'local', problem: null },
  { failure: answer(500, 'Broken'), state: 'failed', problem: { message: 'Broken', requestId: 'req-1' } },
  { failure: answer(429, 'Too many'), state: 'failed', problem: { message: 'Too many' } },
  { failure: answer(401, 'Sign in'), state: 'signed-out', problem: null },
  { failure: answer(403, 'Not yours'), state: 'refused', problem: { message: 'Not yours' } },
  { failure: answer(404, 'Removed'), state: 'gone', problem: { message: 'Removed' } },
])('a failed save says what happened ($state, $failure.status), and the edit stays on the device', async (each) => {
  const { client, repair } = createFailingClient(() => Promise.reject(each.failure));
  const { entryId, browser, saver } = await open({ client });
  saver.edit({ title: 'Typed' });
  await saver.flush();
  expect(saver.getSnapshot()).toMatchObject({ state: each.state, isOnDevice: true });
  if (each.problem) expect(saver.getSnapshot().problem).toMatchObject(each.problem);
  else expect(saver.getSnapshot().problem).toBeNull();
  expect(browser.stored.size).toBe(1);
  repair();
  await saver.flush();
  expect(saver.getSnapshot()).toMatchObject({ state: 'saved', problem: null });
  expect((await loadContent(entryId)).title).toBe('Typed');
});

it('typing sends nothing before the time that the server names, and the words are sent then', async () => {
  let sent = 0;
  const tooMany = { status: 429, requestId: null, retryAfter: '120' };
  const { client, repair } = createFailingClient(() => {
    sent += 1;
    return Promise.reject(new ApiFailure('client', 'Too many requests from your account.', tooMany));
  });
  const { entryId, browser, saver } = await open({ client });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  try {
    saver.edit({ title: 'One' });
    await saver.flush();
    saver.edit({ title: 'One two' });
    await vi.advanceTimersByTimeAsync(119_000);
    expect([sent, saver.getSnapshot().state]).toEqual([1, 'failed']);
    expect([...browser.stored.values()]).toMatchObject([{ content: { title: 'One two' } }]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(sent).toBe(2);
  } finally {
    vi.useRealTimers();
  }
  repair();
  await saver.flush();
  expect((await loadContent(entryId)).title).toBe('One two');
});

it('a refused save names the field', async () => {
  const { browser, saver } = await open();
  saver.edit({ title: 'x'.repeat(2_000) });
  await saver.flush();
  expect(saver.getSnapshot()).toMatchObject({
    state: 'refused',
    problem: { message: expect.stringContaining('not valid'), fields: [{ path: 'content.title' }] },
  });
  expect(browser.stored.size).toBe(1);
});

it('an edit that the journal could not store is not said to be on the device', async () => {
  const { client, repair } = createFailingClient(() => Promise.reject(new ApiFailure('network', 'offline')));
  const { entryId, journal, saver } = await open({ client });
  journal.write = () => Promise.reject(new Error('The disk is full'));
  saver.edit({ title: 'Typed' });
  await saver.flush();
  expect(saver.getSnapshot()).toMatchObject({ state: 'local', isOnDevice: false });
  repair();
  await saver.flush();
  expect((await loadContent(entryId)).title).toBe('Typed');
});

it('an answer that does not come from the Studio, such as a hotel’s sign-in page, confirms nothing', async () => {
  const { send } = createClient({ baseUrl: '', fetch: async () => new Response('<h1>Welcome</h1>') });
  const { browser, saver } = await open({ client: createStudioClient(send) });
  saver.edit({ title: 'Typed' });
  await saver.flush();
  expect(saver.getSnapshot().state).toBe('local');
  expect(browser.stored.size).toBe(1);
});

it('the first change of a setting stores it, also where two people make their first change at once', async () => {
  const openSetting = async (user: TestUser) => {
    const { entry, version, content } = await user.client.call('openSetting', { slug: 'look' });
    const journal = createBrowserJournals().openPage();
    const names = { userId: user.id, entryId: entry.id, entryType: entry.type };
    const unstored = describeUnstored(user.client, entry);
    return createDraftSaver({ client: user.client, journal, ...names, version, content, savedAt: null, unstored });
  };
  const [own, theirs] = await Promise.all([openSetting(editor), openSetting(other)]);
  // Opening stores nothing.
  expect((await editor.client.call('openSetting', { slug: 'look' })).entry.id).toBeLessThan(0);
  own.edit(({ fields }) => ({ fields: { ...fields, cards: 'plain' } }));
  theirs.edit(({ fields }) => ({ fields: { ...fields, corners: 'round' } }));
  await Promise.all([own.flush(), theirs.flush()]);
  expect([own.getSnapshot().state, theirs.getSnapshot().state]).toEqual(['saved', 'saved']);
  const { entry, content } = await editor.client.call('openSetting', { slug: 'look' });
  expect(entry.id).toBeGreaterThan(0);
  expect(content.fields).toMatchObject({ theme: 'drawn-to-scale', cards: 'plain', corners: 'round' });
});
