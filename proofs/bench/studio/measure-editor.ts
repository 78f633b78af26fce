import type { BrowserContext, Locator, Page } from '@playwright/test';

/** Milliseconds between two keys of somebody who types fast: 120 words a minute. */
const keyInterval = 100;
/** Keys after which the typist pauses until the preview shows the words. */
const keysOfSentence = 50;

interface Painted {
  delays: number[];
}

/** A screen that shows what is edited beside the preview of its page. */
export interface EditedScreen {
  address: string;
  /** Selects what is edited of a setting; without it the screen is that of an entry with a text. */
  field?: string;
}

/** Opens the text of an entry until it can be edited, or a setting until its preview is shown too. */
async function openEditor(page: Page, { address, field }: EditedScreen): Promise<Locator> {
  await page.goto(address);
  const edited = page.locator(field ?? '.cm-content').first();
  await edited.waitFor();
  if (field) await waitForPreview(page, ' ');
  else await page.getByRole('group', { name: 'View' }).getByText('Split').click();
  return edited;
}

/** Waits until the preview that is shown contains a text. */
async function waitForPreview(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    (wanted) => {
      const frame = document.querySelector<HTMLIFrameElement>('iframe[data-shown]');
      return frame?.contentDocument?.body?.textContent?.includes(wanted) ?? false;
    },
    text,
    { polling: 5, timeout: 120_000 },
  );
}

/** Records the time from each key until the browser has painted the frame after it. */
async function watchKeys(page: Page): Promise<void> {
  await page.evaluate(() => {
    const painted: Painted = { delays: [] };
    Object.assign(window, { painted });
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        // A task after the callbacks of the next frame runs when that frame is painted.
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => painted.delays.push(performance.now() - timeStamp);
          channel.port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
}

/**
 * Types keys in the middle of a text on a slower processor, with pauses in which the draft is saved and previewed.
 * Returns the milliseconds from each key to its paint.
 */
export async function measureKeys(
  context: BrowserContext,
  screen: EditedScreen,
  { keys, slowdown }: { keys: number; slowdown: number },
): Promise<number[]> {
  const page = await context.newPage();
  const field = await openEditor(page, screen);
  await field.click();
  for (let screen = 0; screen < 20; screen++) await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  // The first sentence warms the compiler up and is not measured.
  for (let typed = -keysOfSentence; typed < keys; typed += keysOfSentence) {
    if (typed === 0) await watchKeys(page);
    const word = `w${typed + keysOfSentence}`;
    const sentence = ` ${word} measured`.padEnd(keysOfSentence - 1, ' typed').concat('.');
    for (const key of sentence) {
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      await page.waitForTimeout(keyInterval);
    }
    await waitForPreview(page, word);
  }
  // The script above has added this property.
  const { delays } = await page.evaluate(() => (window as unknown as { painted: Painted }).painted);
  await page.close();
  return delays;
}

/**
 * Starts to count the processor time of a page's main thread, which a busy machine hardly changes. Returns a function
 * that returns the milliseconds until now.
 */
async function countWork(context: BrowserContext, page: Page): Promise<() => Promise<number>> {
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
}

/** Resolves when the browser has painted the next frame. */
async function waitForPaint(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve();
          channel.port2.postMessage(null);
        });
      }),
  );
}

/**
 * Returns the milliseconds of processor time that the main thread works for each key until its paint, on this
 * processor, and for the same number of frames without a key.
 */
export async function measureKeyWork(
  context: BrowserContext,
  screen: EditedScreen,
  keys: number,
): Promise<{ typed: number[]; idle: number[] }> {
  const page = await context.newPage();
  const field = await openEditor(page, screen);
  await field.click();
  const readWork = await countWork(context, page);
  const measure = async (act: () => Promise<void>) => {
    const before = await readWork();
    await act();
    await waitForPaint(page);
    return (await readWork()) - before;
  };
  const type = () => page.keyboard.press('x');
  for (let key = 0; key < keysOfSentence; key++) await measure(type);
  const [typed, idle]: [number[], number[]] = [[], []];
  for (let key = 0; key < keys; key++) typed.push(await measure(type));
  for (let frame = 0; frame < keys; frame++) idle.push(await measure(async () => undefined));
  await page.close();
  return { typed, idle };
}

/** Returns the milliseconds from the last key until the preview shows the typed word, for each of several words. */
export async function measurePreview(context: BrowserContext, screen: EditedScreen, rounds: number): Promise<number[]> {
  const page = await context.newPage();
  const field = await openEditor(page, screen);
  await field.click();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const word = `preview${round}`;
    // A text gets the word as its first one; in a field it replaces the former word.
    await page.keyboard.press(screen.field ? 'ControlOrMeta+a' : 'ControlOrMeta+Home');
    await page.keyboard.insertText(`${word} `);
    const started = performance.now();
    await waitForPreview(page, word);
    times.push(performance.now() - started);
  }
  await page.close();
  return times;
}

/**
 * Returns the milliseconds from the request for an entry until its text can be edited, for each of several visits, and
 * the processor time of the page's main thread in them.
 */
export async function measureOpening(
  context: BrowserContext,
  screen: EditedScreen,
  rounds: number,
): Promise<{ times: number[]; work: number[] }> {
  const [times, work]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const page = await context.newPage();
    const readWork = await countWork(context, page);
    const before = await readWork();
    const started = performance.now();
    await openEditor(page, screen);
    times.push(performance.now() - started);
    work.push((await readWork()) - before);
    await page.close();
  }
  return { times, work };
}
