import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { draftSaves, sessions } from '../api/db/studio-tables.ts';
import { startSession } from '../api/sessions/start.ts';
import { isApiFailure } from '../contract/client.ts';
import type { StudioClient } from '../contract/studio/client.ts';
import { resolveConflicts } from '../contract/studio/resolve-conflicts.ts';
import type { Conflict } from '../contract/studio/shapes.ts';
import { openDatabase } from '../server/database/database.ts';
import { readSettings } from '../server/settings.ts';
import { createDraftSaver, type DraftSaver } from '../studio/saving/draft-saver.ts';
import { createApiContext } from '../testing/api-context.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startKillableSite } from '../testing/killable-site.ts';
import { makeEntry } from '../testing/makers.ts';
import { createBrowserJournals } from '../testing/memory-journal.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { runProof } from './studio-proofs/open-studio.ts';

// Editors type markers with the code that saves drafts in the browser, while the server is killed, the network drops,
// sessions end, browsers crash, and two people edit the same text. Every marker must be in a draft, in one of its
// saves, in a shown conflict or in the journal of the editor's browser.

const entriesCount = 5;
const editorsOfEntry = 2;
const markersOfEditor = 500;
const paragraphs = 20;

const folder = await makeDataFolder('no-lost-edit-');
const site = await startKillableSite(folder, {});
const database = await openDatabase(readSettings({ DATA_DIR: folder }), new AbortController().signal);
const ctx = createApiContext(database.db, join(folder, 'proof'));

/** Puts both texts together as a person does: theirs, and the words that only ours has. */
function keepBoth({ theirs, ours }: Conflict): string {
  const more = ours.split(/\s+/).filter((word) => !theirs.includes(word));
  return theirs.replace(/\s*$/, (end) => `${more.map((word) => ` ${word}`).join('')}${end}`);
}

interface Editor {
  markers: string[];
  /** Everything that this editor's browser shows or keeps. */
  shown(): string;
}

/** One person with one browser who types markers into a text. */
async function edit(entryId: number, name: string, counts: Record<string, number>): Promise<Editor> {
  const user = await makeUser(ctx, 'EDITOR', name);
  let { token } = user;
  let isOffline = false;
  const online = (path: string): StudioClient => createHttpStudioClient(path, token);
  const client: StudioClient = {
    uploadPictures: (files) => online(site.address).uploadPictures(files),
    call: async (operation, input, options) => {
      // A request to no server fails as one without a network does.
      return online(isOffline ? 'http://127.0.0.1:9' : site.address).call(operation, input, options);
    },
  };
  const browser = createBrowserJournals();
  const conflicts: string[] = [];
  const markers: string[] = [];
  let journal = browser.openPage();

  async function openPage(): Promise<DraftSaver> {
    for (;;) {
      const opened = await client.call('openEntry', { id: entryId }).catch(async (error: unknown) => {
        if (isApiFailure(error) && error.status === 401) await signInAgain();
        return null;
      });
      if (opened) {
        journal = browser.openPage();
        const made = createDraftSaver({
          client,
          journal,
          entryId,
          entryType: 'PAGE',
          version: opened.version,
          content: opened.content,
          savedAt: null,
        });
        void made.resume();
        return made;
      }
      await sleep(50);
    }
  }

  async function signInAgain(): Promise<void> {
    await startSession(ctx, user.id, {
      address: '127.0.0.1',
      userAgent: '',
      refusesTracking: true,
      actor: null,
      setSessionToken: (value) => {
        token = value ?? '';
      },
    });
  }

  function type(saver: DraftSaver, marker: string): void {
    const { content } = saver.getSnapshot();
    const lines = content.body.split('\n');
    const line = randomInt(lines.length);
    lines[line] = `${lines[line]} ${marker}`.trim();
    saver.edit({ body: lines.join('\n') });
  }

  let saver = await openPage();
  for (let each = 0; each < markersOfEditor; each++) {
    const marker = `m${entryId}x${name}x${each}x`;
    markers.push(marker);
    type(saver, marker);
    const { state, conflicts: found, merged } = saver.getSnapshot();
    if (state === 'conflict' && found && merged) {
      counts.conflicts = (counts.conflicts ?? 0) + 1;
      conflicts.push(...found.flatMap(({ theirs, ours }) => [theirs, ours]));
      saver.resolve(resolveConflicts(merged, found, found.map(keepBoth)));
    }
    if (state === 'signed-out') {
      await signInAgain();
      void saver.flush();
    }
    const chance = randomInt(200);
    if (chance === 0) {
      counts.crashes = (counts.crashes ?? 0) + 1;
      saver.stop();
      await journal.end();
      saver = await openPage();
    } else if (chance === 1) {
      counts.offline = (counts.offline ?? 0) + 1;
      isOffline = true;
      setTimeout(() => {
        isOffline = false;
        void saver.flush();
      }, 400);
    } else if (chance === 2) {
      counts.sessions = (counts.sessions ?? 0) + 1;
      await database.db.delete(sessions).where(eq(sessions.userId, user.id));
    }
    await sleep(randomInt(60));
  }
  isOffline = false;
  for (let attempt = 0; attempt < 100; attempt++) {
    const { state, conflicts: found, merged } = saver.getSnapshot();
    if (state === 'saved') break;
    if (state === 'signed-out') await signInAgain();
    if (state === 'conflict' && merged) saver.resolve(resolveConflicts(merged, found, found.map(keepBoth)));
    await saver.flush();
    await sleep(50);
  }
  saver.stop();
  return {
    markers,
    shown: () => [...conflicts, ...[...browser.stored.values()].map(({ content }) => content.body)].join('\n'),
  };
}

await runProof(async () => {
  const wrong: string[] = [];
  const counts: Record<string, number> = {};
  let isTyping = true;
  const killing = (async () => {
    while (isTyping) {
      await sleep(2_000 + randomInt(2_000));
      if (!isTyping) break;
      counts.kills = (counts.kills ?? 0) + 1;
      await site.kill();
    }
  })();
  const work: { entryId: number; editors: Promise<Editor[]> }[] = [];
  for (let each = 0; each < entriesCount; each++) {
    const body = Array.from({ length: paragraphs }, (_, line) => `Paragraph ${line}.`).join('\n\n');
    const { id } = await makeEntry(ctx, 'PAGE', { text: { body } });
    const names = Array.from({ length: editorsOfEntry }, (_, person) => `p${person}`);
    work.push({ entryId: id, editors: Promise.all(names.map((name) => edit(id, name, counts))) });
  }
  let typed = 0;
  let inDraft = 0;
  for (const { entryId, editors } of work) {
    const people = await editors;
    const { rows } = await database.db.execute<{ body: string }>(
      sql`select content ->> 'body' as body from drafts where entry_id = ${entryId}`,
    );
    const draft = rows[0]?.body ?? '';
    const saves = await database.db
      .select({ body: sql<string>`content ->> 'body'` })
      .from(draftSaves)
      .where(eq(draftSaves.entryId, entryId));
    const kept = [draft, ...saves.map(({ body }) => body), ...people.map(({ shown }) => shown())].join('\n');
    for (const marker of people.flatMap(({ markers }) => markers)) {
      typed += 1;
      if (draft.includes(marker)) inDraft += 1;
      if (!kept.includes(marker)) wrong.push(marker);
    }
  }
  isTyping = false;
  await killing;
  const events = Object.entries(counts).map(([name, count]) => `${name} ${count}`);
  return { figures: `${typed} markers typed, ${inDraft} in the drafts (${events.join(', ')})`, wrong };
});
await site.stop();
await database.close();
await rm(folder, { recursive: true, force: true });
process.exit();
