import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { UsageError } from '../commands/usage-error.ts';
import { runStep } from '../server/process/steps.ts';
import { ensureChromium } from '../testing/chromium.ts';
import { startFixedClockSite } from '../testing/fixed-clock-site.ts';
import { listComparedPictures } from './gallery/compared-pictures.ts';
import { takeDocumentPictures } from './gallery/document-pictures.ts';
import { listReferenceNames, readReferenceBrowser, removeOtherReferences } from './gallery/reference-pictures.ts';
import { runCommand, takeWords } from './gallery/run-command.ts';
import type { Scene } from './gallery/scene.ts';
import { bookingScenes } from './gallery/scenes/booking.ts';
import { contactScenes } from './gallery/scenes/contact.ts';
import { deviceScenes } from './gallery/scenes/device.ts';
import { enquiryScenes } from './gallery/scenes/enquiry.ts';
import { failedScenes } from './gallery/scenes/failed.ts';
import { loadedScenes } from './gallery/scenes/loaded.ts';
import { mediaScenes } from './gallery/scenes/media.ts';
import { openedScenes } from './gallery/scenes/opened.ts';
import { studioScenes } from './gallery/scenes/studio.ts';
import { waitingScenes } from './gallery/scenes/waiting.ts';
import { countSecondsSince, type GalleryResult, takeAllPictures } from './gallery/take-all-pictures.ts';
import { writeIndex } from './gallery/write-index.ts';

// Takes pictures of every kind of page in every state, theme and width, and writes an index page to view them.
// `--check` compares those of `gallery/compared-pictures.ts` with the reference pictures in the repository, and
// `--keep` replaces these (docs/decisions/0016-gallery.md). `--documents` takes the pictures of README and guide
// instead.

const folder = 'dist/gallery';

/** Root needs the first argument. The others make a picture wait until every part of the page is drawn. */
const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-checker-imaging',
  '--disable-new-content-rendering-timeout',
  '--run-all-compositor-stages-before-draw',
];

const usage =
  'npm run prove -- gallery [-- --documents | [--check | --keep] [--only <part of a page and state, such as "/contact-us: ">] [--quiet]]';

/**
 * Returns one line for each problem. `compared` are the names of the pictures that have a reference, and `isWhole`
 * means that all of them were taken.
 */
async function findProblems(
  { listed, failures }: GalleryResult,
  compared: ReadonlySet<string>,
  browser: string,
  isWhole: boolean,
): Promise<string[]> {
  const gone =
    isWhole && failures.length === 0 ? (await listReferenceNames()).filter((name) => !compared.has(name)) : [];
  const problems = [
    ...listed.map(({ name, difference }) => `${name} ${difference}`),
    ...gone.map((name) => `${name} has a reference picture, but is not compared`),
  ];
  const referenceBrowser = await readReferenceBrowser();
  if (problems.length === 0 || referenceBrowser === browser) return problems;
  return [...problems, `The reference pictures were taken with ${referenceBrowser}, these with ${browser}.`];
}

const scenes: Scene[] = [
  ...loadedScenes,
  ...waitingScenes,
  ...failedScenes,
  ...contactScenes,
  ...enquiryScenes,
  ...bookingScenes,
  ...openedScenes,
  ...deviceScenes,
  ...mediaScenes,
  ...studioScenes,
];

async function run(): Promise<void> {
  const { values } = parseArgs({
    args: takeWords(),
    options: {
      check: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      documents: { type: 'boolean', default: false },
    },
  });
  const compared = listComparedPictures(scenes);
  const wanted = scenes.filter(({ route, state }) => `${route}: ${state}`.includes(values.only));
  if (wanted.length === 0) throw new UsageError(`No page and state has “${values.only}” in its name.`);
  if (values.check && values.keep) throw new UsageError('Use either --check or --keep.');
  const pictures = join(folder, 'pictures');
  await rm(folder, { recursive: true, force: true });
  await mkdir(pictures, { recursive: true });

  const started = performance.now();
  await using resources = new AsyncDisposableStack();
  const site = resources.adopt(await runStep('Site', () => startFixedClockSite()), (running) => running.stop());
  process.env.SITE = site.address;
  const launched = await chromium.launch({ executablePath: ensureChromium(), args: browserArguments });
  const browser = resources.adopt(launched, (running) => running.close());
  // Awaited here, because the site and the browser are closed at the end of this function.
  if (values.documents) return await takeDocumentPictures(browser, site);
  const version = `Chromium ${browser.version()}`;

  const begun = performance.now();
  const result = await runStep('Pictures', (report) =>
    takeAllPictures(browser, site, wanted, { ...values, compared, folder: pictures, report }),
  );
  console.log(`${countSecondsSince(begun)} s for ${wanted.length} scenes, two at a time; the slowest were`);
  for (const { what, seconds } of result.times.sort((a, b) => b.seconds - a.seconds).slice(0, 5))
    console.log(`  ${seconds} s ${what}`);

  const isWhole = values.only === '';
  const problems = [
    ...result.failures,
    ...(values.check ? await findProblems(result, compared, version, isWhole) : []),
  ];
  if (values.keep && isWhole && problems.length === 0) await removeOtherReferences(compared, version);
  await writeIndex(folder, result.listed);
  for (const problem of problems) console.error(problem);
  console.log(`${folder}/index.html`);
  const withReference = [...result.names].filter((name) => compared.has(name)).length;
  const seconds = countSecondsSince(started);
  console.log(
    `${result.names.size} pictures, ${withReference} with a reference, ${seconds} s, ${(result.bytes / 1e6).toFixed(1)} MB`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
}

await runCommand(usage, run);
