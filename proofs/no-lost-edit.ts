import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { getCurrentContent, lockEntry } from '../api/content/drafts/find.ts';
import { draftSaves } from '../api/db/studio-tables.ts';
import { settingSlugs } from '../contract/content/settings.ts';
import { openDatabase } from '../server/database/database.ts';
import { readSettings } from '../server/settings.ts';
import { createApiContext } from '../testing/api-context.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startKillableSite } from '../testing/killable-site.ts';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { writeInBrowsers } from './no-lost-edit/browser-editors.ts';
import { createContentImporter } from './no-lost-edit/content-importer.ts';
import { editList } from './no-lost-edit/list-editors.ts';
import { type Counts, count, createProofPage, type ProofSite } from './no-lost-edit/proof-site.ts';
import { writeAsEditor } from './no-lost-edit/simulated-editor.ts';
import { listFreeTexts } from './studio-proofs/free-texts.ts';
import { runProof } from './studio-proofs/proof-sites.ts';
import { findSetting } from './studio-proofs/settings.ts';

// People type markers into pages of sections, whose sections move meanwhile, and into settings, with the code that
// saves drafts and in real browsers, while the server is killed, the network drops, sessions end, pages crash, and the
// same entries are published, scheduled, renamed and imported. Two people drag, describe and merge the items of a list.
// At the end every marker must be in the current text of its entry, in a conflict that is still shown, or in the
// journal of a browser.

const pagesCount = 3;
const editorsOfEntry = 2;
const markersOfPage = 500;
const markersOfSetting = 300;
const markersOfTab = 120;
const actsOnLists = 150;
/** Short texts of a page, below its long one. In a browser, a page of more than three sections is folded at first. */
const shortTexts = 6;
const shortTextsInBrowsers = 2;

const folder = await makeDataFolder('no-lost-edit-');
const site = await startKillableSite(folder, {});
const database = await openDatabase(readSettings({ DATA_DIR: folder }), new AbortController().signal);
const proof: ProofSite = { site, ctx: createApiContext(database.db, join(folder, 'proof')) };

/** Returns what an editor who opens the page now sees. */
async function readCurrent(entryId: number): Promise<string> {
  return database.db.transaction(async (db) => {
    const { content } = await getCurrentContent({ db }, await lockEntry({ db }, entryId));
    return JSON.stringify(content);
  });
}

/** Returns which saves of an entry had a marker, with who saved them and the first save that lacks it again. */
async function describeSaves(entryId: number, marker: string): Promise<string> {
  const { rows } = await database.db.execute<{ version: number; saved_by: string | null; has_marker: boolean }>(sql`
    select version, saved_by, content::text like ${`%${marker}%`} as has_marker
    from ${draftSaves} where entry_id = ${entryId} order by version`);
  const changes = rows.filter(({ has_marker }, index) => has_marker !== (rows[index - 1]?.has_marker ?? false));
  const saves = changes.map(
    (row) => `${row.has_marker ? 'in' : 'not in'} save ${row.version} by user ${row.saved_by ?? 'unknown'}`,
  );
  return saves.join(', ') || 'in no save';
}

/** Returns the ids of the settings that have texts. */
async function findSettings(): Promise<number[]> {
  const { token } = await makeUser(proof.ctx, 'EDITOR');
  const studio = createHttpStudioClient(site.address, token);
  const ids: number[] = [];
  for (const slug of settingSlugs) {
    const { id } = await findSetting(studio, slug);
    const { content } = await studio.call('openEntry', { id });
    if (listFreeTexts('SETTING', content.fields).length > 0) ids.push(id);
  }
  return ids;
}

await runProof(async () => {
  const wrong: string[] = [];
  const counts: Counts = {};
  let isTyping = true;
  const killing = (async () => {
    while (isTyping) {
      await sleep(5_000 + randomInt(5_000));
      if (!isTyping) break;
      count(counts, 'kills');
      await site.kill();
    }
  })();
  const pages = await Promise.all(
    Array.from({ length: pagesCount }, (_, page) => createProofPage(proof.ctx, `${page}`, shortTexts)),
  );
  const browserPage = await createProofPage(proof.ctx, 'in-browsers', shortTextsInBrowsers);
  const pageIds = [...pages, browserPage].map(({ id }) => id);
  const settings = await findSettings();
  const importer = createContentImporter(proof, pageIds, join(folder, 'content'), counts);
  const importing = (async () => {
    for (let number = 0; isTyping; number++) {
      await importer.importMarker(pageIds[randomInt(pageIds.length)] ?? 0, `i${number}x`);
      await sleep(randomInt(1_000));
    }
  })();
  const tasks = [
    ...pages.map(({ id }) => ({ entryId: id, entryType: 'PAGE' as const, markerCount: markersOfPage })),
    ...settings.map((entryId) => ({ entryId, entryType: 'SETTING' as const, markerCount: markersOfSetting })),
  ];
  const writing = tasks.map(async (task) => {
    const people = Array.from({ length: editorsOfEntry }, (_, person) =>
      writeAsEditor(proof, { ...task, name: `p${person}` }, counts),
    );
    return { entryId: task.entryId, people: await Promise.all(people) };
  });
  const inBrowsers = writeInBrowsers(proof, { entryId: browserPage.id, markerCount: markersOfTab }, counts);
  const lists = editList(proof, editorsOfEntry, actsOnLists, counts);
  const written = await Promise.all([...writing, inBrowsers.then((people) => ({ entryId: browserPage.id, people }))]);
  wrong.push(...(await lists));
  isTyping = false;
  await Promise.all([killing, importing]);
  let typed = 0;
  let currentCount = 0;
  for (const { entryId, people } of written) {
    const current = await readCurrent(entryId);
    const imported = { markers: importer.markers.get(entryId) ?? [], kept: '' };
    for (const { markers, kept } of [...people, imported]) {
      typed += markers.length;
      for (const marker of markers) {
        if (current.includes(marker)) currentCount += 1;
        else if (!kept.includes(marker)) wrong.push(`lost ${marker}: ${await describeSaves(entryId, marker)}`);
      }
    }
  }
  const events = Object.entries(counts).map(([name, times]) => `${name} ${times}`);
  const places = `${pageIds.length} pages and ${settings.length} settings`;
  const figures = `${typed} markers typed into ${places}, ${currentCount} in the current texts, lost: ${wrong.length}`;
  return { figures: `${figures} (${events.join(', ')})`, wrong };
});
await site.stop();
await database.close();
process.exit();
