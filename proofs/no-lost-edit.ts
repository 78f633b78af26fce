import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { getCurrentContent, lockEntry } from '../api/content/drafts/find.ts';
import { openDatabase } from '../server/database/database.ts';
import { readSettings } from '../server/settings.ts';
import { createApiContext } from '../testing/api-context.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { startKillableSite } from '../testing/killable-site.ts';
import { writeInBrowsers } from './no-lost-edit/browser-editors.ts';
import { createContentImporter } from './no-lost-edit/content-importer.ts';
import { type Counts, count, createProofPage, type ProofSite } from './no-lost-edit/proof-site.ts';
import { writeAsEditor } from './no-lost-edit/simulated-editor.ts';
import { runProof } from './studio-proofs/proof-sites.ts';

// People type markers into pages, with the code that saves drafts and in real browsers, while the server is killed, the
// network drops, sessions end, pages crash, and the same pages are published, scheduled, renamed and imported. At the
// end every marker must be in the current text of its page, in a conflict that is still shown, or in the journal of a
// browser.

const pagesCount = 5;
const editorsOfPage = 2;
const markersOfEditor = 500;
const markersOfTab = 120;

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
    Array.from({ length: pagesCount }, (_, page) => createProofPage(proof.ctx, `${page}`)),
  );
  const browserPage = await createProofPage(proof.ctx, 'in-browsers', false);
  const pageIds = [...pages, browserPage].map(({ id }) => id);
  const importer = createContentImporter(proof, pageIds, join(folder, 'content'), counts);
  const importing = (async () => {
    for (let number = 0; isTyping; number++) {
      await importer.importMarker(pageIds[randomInt(pageIds.length)] ?? 0, `i${number}x`);
      await sleep(randomInt(1_000));
    }
  })();
  const writing = pages.map(async ({ id: entryId }) => {
    const people = Array.from({ length: editorsOfPage }, (_, person) =>
      writeAsEditor(proof, { entryId, name: `p${person}`, markerCount: markersOfEditor }, counts),
    );
    return { entryId, people: await Promise.all(people) };
  });
  const inBrowsers = writeInBrowsers(proof, { entryId: browserPage.id, markerCount: markersOfTab }, counts);
  const written = await Promise.all([...writing, inBrowsers.then((people) => ({ entryId: browserPage.id, people }))]);
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
        else if (!kept.includes(marker)) wrong.push(`lost ${marker}`);
      }
    }
  }
  const events = Object.entries(counts).map(([name, times]) => `${name} ${times}`);
  const figures = `${typed} markers typed, ${currentCount} in the current texts, lost: ${wrong.length}`;
  return { figures: `${figures} (${events.join(', ')})`, wrong };
});
await site.stop();
await database.close();
await rm(folder, { recursive: true, force: true });
process.exit();
