import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { sessions } from '../../api/db/studio-tables.ts';
import { mapFieldTexts } from '../../contract/content/field-texts.ts';
import { isApiFailure } from '../../contract/http/client.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import type { DraftContent } from '../../contract/studio/draft-content.ts';
import { createDraftSaver } from '../../studio/saving/draft-saver.ts';
import type { DraftSaver } from '../../studio/saving/save-state.ts';
import { createBrowserJournals, type PageJournal } from '../../testing/memory-journal.ts';
import { createHttpStudioClient, makeUser } from '../../testing/studio.ts';
import { limits } from '../../testing/wait-within.ts';
import { listFreeTexts } from '../studio-proofs/free-texts.ts';
import { keepBoth } from './keep-both.ts';
import { type Counts, count, type ProofSite, signInAs } from './proof-site.ts';

/** How many markers a person types between two pauses, on average. */
const markersBetweenPauses = 10;

export interface EditorResult {
  markers: string[];
  /** The texts of the conflicts that the page still shows and of the journal, in one string. */
  kept: string;
}

/** What an editor writes in. */
interface EditorTask {
  entryId: number;
  entryType: 'PAGE' | 'SETTING';
  name: string;
  markerCount: number;
}

/** Types a marker at the end of a random text of a setting. */
function typeIntoSetting({ fields }: DraftContent, marker: string): Partial<DraftContent> {
  const texts = listFreeTexts('SETTING', fields);
  const chosen = texts[randomInt(texts.length)]?.path.join('.');
  return {
    fields: mapFieldTexts('SETTING', fields, ({ path, value }) =>
      path.join('.') === chosen ? `${value} ${marker}` : value,
    ),
  };
}

/** Types a marker into a random paragraph of the first section, or into another section, which sometimes moves. */
function typeIntoPage({ fields }: DraftContent, marker: string): Partial<DraftContent> {
  const sections = fields.sections as { id: string; text: string }[];
  if (randomInt(10) < 3) {
    const changed = [...sections];
    const place = randomInt(changed.length);
    const [item] = changed.splice(place, 1);
    if (!item) throw new Error('The list is empty');
    const text = `${item.text} ${marker}`;
    changed.splice(randomInt(10) === 0 ? randomInt(changed.length + 1) : place, 0, { ...item, text });
    return { fields: { ...fields, sections: changed } };
  }
  const change = (text: string) => {
    const lines = text.split('\n');
    const line = randomInt(lines.length);
    lines[line] = `${lines[line]} ${marker}`.trim();
    return lines.join('\n');
  };
  const changed = sections.map((each) => (each.id === 'first' ? { ...each, text: change(each.text) } : each));
  return { fields: { ...fields, sections: changed } };
}

/**
 * Types markers into a page of sections or a setting as one person, with the code that saves drafts in a browser. Their
 * pages crash, their network drops, their sessions end, and in their pauses they publish, schedule and rename.
 */
export async function writeAsEditor(
  { site, ctx }: ProofSite,
  { entryId, entryType, name, markerCount }: EditorTask,
  counts: Counts,
): Promise<EditorResult> {
  const user = await makeUser(ctx, 'EDITOR', name);
  let { token } = user;
  let isOffline = false;
  const createOnlineClient = (address: string): StudioClient => createHttpStudioClient(address, token);
  const client: StudioClient = {
    uploadPictures: (files) => createOnlineClient(site.address).uploadPictures(files),
    // No server listens on port 9, so the request fails as without a network.
    call: async (operation, input, options) =>
      createOnlineClient(isOffline ? 'http://127.0.0.1:9' : site.address).call(operation, input, options),
  };
  const browser = createBrowserJournals();
  const markers: string[] = [];
  const typeMarker = entryType === 'PAGE' ? typeIntoPage : typeIntoSetting;
  let journal: PageJournal = browser.openPage();

  async function signInAgain(): Promise<void> {
    token = await signInAs(ctx, user.id);
  }

  async function openPage(): Promise<DraftSaver> {
    const deadline = performance.now() + limits.start;
    while (performance.now() < deadline) {
      const opened = await client.call('openEntry', { id: entryId }).catch(async (error: unknown) => {
        if (isApiFailure(error) && error.status === 401) await signInAgain();
        return null;
      });
      if (opened) {
        const { version, content } = opened;
        journal = browser.openPage();
        const saver = createDraftSaver({
          client,
          journal,
          userId: user.id,
          entryId,
          entryType,
          version,
          content,
          savedAt: null,
        });
        void saver.resume();
        return saver;
      }
      await sleep(50);
    }
    throw new Error(`Entry ${entryId} did not open within ${limits.start / 1_000} s`);
  }

  let saver = await openPage();

  /** Reacts to the save status as a person would. */
  async function handleSaveState(): Promise<void> {
    const { state, conflicts, merged } = saver.getSnapshot();
    if (state === 'signed-out') {
      await signInAgain();
      void saver.flush();
    }
    if (state !== 'conflict' || !merged) return;
    count(counts, 'conflicts');
    saver.resolve(keepBoth(merged, conflicts));
  }

  /**
   * Publishes, schedules or renames; a setting has no address. The act may be refused because of a problem or of a
   * newer version; no words may be lost then.
   */
  async function performRandomAct(): Promise<void> {
    const { entry } = await client.call('openEntry', { id: entryId });
    // Schedules are rare, because the next publication replaces them.
    const kind = [0, 0, 0, 1, 2, 2][randomInt(entryType === 'PAGE' ? 6 : 4)] ?? 0;
    await saver.runAction(async (version) => {
      if (kind === 0) return client.call('publishEntry', { id: entryId, version });
      if (kind === 1) {
        const at = new Date(Date.now() + 1_000 + randomInt(20_000)).toISOString();
        return client.call('scheduleEntry', { id: entryId, version, at });
      }
      const slug = `${entry.slug.replace(/-x\d+$/, '')}-x${randomInt(1_000_000)}`;
      return (await client.call('renameEntry', { id: entryId, version: entry.version, slug })).entry;
    });
    count(counts, ['publications', 'schedules', 'renames'][kind] ?? '');
  }

  const events: Record<number, () => Promise<void>> = {
    0: async () => {
      count(counts, 'crashes');
      saver.stop();
      await journal.end();
      saver = await openPage();
    },
    1: async () => {
      count(counts, 'offline');
      isOffline = true;
      setTimeout(() => {
        isOffline = false;
        void saver.flush();
      }, 400);
    },
    2: async () => {
      count(counts, 'sessions');
      await ctx.db.delete(sessions).where(eq(sessions.userId, user.id));
    },
  };

  let acting: Promise<void> | null = null;

  /** Stops typing until everything is saved, and then usually performs an act. */
  async function pause(): Promise<void> {
    await sleep(200 + randomInt(800));
    await handleSaveState();
    await saver.flush();
    if (acting || randomInt(4) === 0) return;
    // Typing continues while the act is pending.
    acting = performRandomAct()
      .catch((error: unknown) => {
        if (!isApiFailure(error)) throw error;
        count(counts, 'refused actions');
      })
      .finally(() => {
        acting = null;
      });
  }

  for (let number = 0; number < markerCount; number++) {
    const marker = `m${entryId}x${name}x${number}x`;
    markers.push(marker);
    saver.edit(typeMarker(saver.getSnapshot().content, marker));
    await handleSaveState();
    await events[randomInt(200)]?.();
    if (randomInt(markersBetweenPauses) === 0) await pause();
    else await sleep(randomInt(60));
  }
  await acting;
  isOffline = false;
  const isDone = () => saver.getSnapshot().state === 'saved' && browser.stored.size === 0;
  for (let attempt = 0; attempt < 200 && !isDone(); attempt++) {
    await handleSaveState();
    await saver.flush();
    await sleep(50);
  }
  const { state, conflicts } = saver.getSnapshot();
  saver.stop();
  const shown = state === 'conflict' ? conflicts.flatMap(({ theirs, ours }) => [theirs, ours]) : [];
  return { markers, kept: JSON.stringify([shown, [...browser.stored.values()].map(({ content }) => content)]) };
}
