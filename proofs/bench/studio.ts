import { rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { connectDatabase } from '../../api/db/connect.ts';
import { openDatabase } from '../../server/database/database.ts';
import { createApiContext } from '../../testing/api-context.ts';
import { ensureChromium } from '../../testing/chromium.ts';
import { makeDataFolder } from '../../testing/data-folder.ts';
import { createHttpStudioClient, makeUser } from '../../testing/studio.ts';
import { openProofSites } from '../studio-proofs/proof-sites.ts';
import { fillDatabase, prepareFill } from './fill-database.ts';
import { findQuantile } from './statistics.ts';
import { fillMessages } from './studio/fill-messages.ts';
import {
  type EditedScreen,
  measureKeys,
  measureKeyWork,
  measureOpening,
  measurePreview,
} from './studio/measure-editor.ts';
import { contentPages, fillSources, inboxPages, measureAnswers, paletteTexts } from './studio/measure-list.ts';
import { createArticle, createLongText, findLongestArticle } from './studio/sample-entries.ts';

// Measures what editors wait for: each key in a long text on a slow processor, the preview and the opening of an entry
// and of settings, the list of many entries, Today and the inbox with many messages. A word after `--` measures only
// the parts whose name has it.

const slowdown = 4;
const [longText, entryCount, keys, rounds] = [100_000, 10_000, 400, 20];
const only = process.argv[2] ?? '';

interface Figure {
  name: string;
  value: number;
  /** Milliseconds. */
  limit: number;
}

const figures: Figure[] = [];
/** Processor time of the page's main thread. Unlike the figures, it is hardly affected by other work of the machine. */
const workTimes: Omit<Figure, 'limit'>[] = [];
const isWanted = (name: string) => name.includes(only);
const browserParts = ['keys', 'opening', 'preview'];
const databaseParts = ['list', 'palette', 'today', 'inbox'];
if (![...browserParts, ...databaseParts].some(isWanted)) {
  console.error(`No part has ${only} in its name.`);
  process.exit(1);
}

async function measureBrowser(): Promise<void> {
  const { sites, ctx, close } = await openProofSites();
  const address = sites[0]?.address ?? '';
  const editor = await makeUser(ctx, 'EDITOR');
  const studio = createHttpStudioClient(address, editor.token);
  // Frames do not wait for a display, so that the figures are the work of the page and not the phase of a screen.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync'];
  const browser = await chromium.launch({ executablePath: ensureChromium(), args });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name: 'studio', value: editor.token, url: address, httpOnly: true, sameSite: 'Lax' }]);
    const getEntry = (id: number): EditedScreen => ({ address: `${address}/studio/content/${id}` });
    const screens: [name: string, screen: EditedScreen][] = [
      ['the longest article', getEntry(await findLongestArticle(studio))],
      ['Company', { address: `${address}/studio/company`, field: 'role=textbox[name="Claim"]' }],
      ['Menus', { address: `${address}/studio/menus`, field: 'role=button[name=/^Move /]' }],
      ['Look', { address: `${address}/studio/look`, field: 'role=group[name="Colours in light"] >> input' }],
    ];
    if (isWanted('keys')) {
      const id = await createArticle(studio, 'A long text', createLongText(longText));
      const delays = await measureKeys(context, getEntry(id), { keys, slowdown });
      figures.push(
        { name: `key to paint, median of ${delays.length}`, value: findQuantile(delays, 0.5), limit: 16 },
        { name: 'key to paint, 99th percentile', value: findQuantile(delays, 0.99), limit: 50 },
      );
      const { typed, idle } = await measureKeyWork(context, getEntry(id), keys / 4);
      const work = findQuantile(typed, 0.5) - findQuantile(idle, 0.5);
      workTimes.push({ name: `a key, ${slowdown} times the median`, value: work * slowdown });
    }
    for (const [name, screen] of screens) {
      if (isWanted('opening')) {
        const { times, work } = await measureOpening(context, screen, rounds);
        workTimes.push({ name: `opening ${name}, median`, value: findQuantile(work, 0.5) });
        const [what, limit] = screen.field ? [' and its preview', 1_000] : ['', 500];
        figures.push({ name: `opening ${name}${what}, median of ${rounds}`, value: findQuantile(times, 0.5), limit });
      }
      if (isWanted('preview') && (!screen.field || screen.field.startsWith('role=textbox'))) {
        const times = await measurePreview(context, screen, rounds);
        figures.push({ name: `preview of ${name}, median of ${rounds}`, value: findQuantile(times, 0.5), limit: 300 });
      }
    }
  } finally {
    await browser.close();
    await close();
  }
}

async function measureManyEntries(): Promise<void> {
  const folder = await makeDataFolder('studio-bench-');
  const { db, config, close } = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder });
  const filling = connectDatabase({ ...config, statementTimeout: 600_000, max: 1 });
  try {
    await prepareFill(filling.db);
    await fillDatabase(filling.db, entryCount);
    await fillSources(filling.db);
    const user = await makeUser(createApiContext(db, folder), 'OWNER');
    const record = (what: string, times: Map<string, number[]>, limit = 100) => {
      for (const [name, measured] of times)
        figures.push({ name: `${what}${name}`, value: findQuantile(measured, 0.5), limit });
    };
    if (isWanted('list'))
      record(`list of ${entryCount} entries, `, await measureAnswers(user, 'listContent', contentPages));
    if (isWanted('palette'))
      record(`palette over ${entryCount} entries, `, await measureAnswers(user, 'find', paletteTexts), 50);
    if (!isWanted('today') && !isWanted('inbox')) return;
    await fillMessages(filling.db, user.id);
    if (isWanted('today'))
      record(`with 100,000 messages and ${entryCount} entries, `, await measureAnswers(user, 'today', { today: {} }));
    if (isWanted('inbox')) {
      record('inbox of 100,000 messages, ', await measureAnswers(user, 'listMessages', inboxPages));
      record('inbox of 100,000 messages, ', await measureAnswers(user, 'messageCounts', { counts: {} }));
    }
  } finally {
    await filling.close();
    await close();
    await rm(folder, { recursive: true, force: true });
  }
}

console.log(
  `The Studio, ${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}, load ${loadavg()[0]?.toFixed(1)}`,
);
console.log(`Chromium; keys on a processor ${slowdown} times slower, in a text of ${longText} characters\n`);
if (browserParts.some(isWanted)) await measureBrowser();
if (databaseParts.some(isWanted)) await measureManyEntries();

console.log(`${''.padEnd(62)}       ms    limit`);
for (const { name, value, limit } of figures) {
  const isMet = value <= limit;
  console.log(
    `${name.padEnd(62)} ${value.toFixed(1).padStart(8)} ${String(limit).padStart(8)}${isMet ? '' : '  missed'}`,
  );
}
if (workTimes.length > 0) console.log('\nProcessor time of the main thread, without a limit');
for (const { name, value } of workTimes) console.log(`${name.padEnd(62)} ${value.toFixed(1).padStart(8)}`);
const missed = figures.filter(({ value, limit }) => value > limit).length;
console.log(`\n${missed === 0 ? 'No limit' : missed === 1 ? 'One limit' : `${missed} limits`} missed`);
process.exitCode = missed > 0 ? 1 : 0;
