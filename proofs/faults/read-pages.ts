import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after which a page counts as failed. The server itself gives up a page much earlier. */
const answerTimeout = 30_000;

/** A stream of requests for pages, and how many were answered with 200. */
export interface PageStream {
  answered: number;
  failed: number;
  /** Milliseconds of the slowest answer. */
  slowest: number;
  stop(): Promise<void>;
}

/** Requests pages one after another, from each of the addresses in turn, with a pause of 20 ms. */
export function startPageStream(addresses: readonly string[], pages: readonly string[], readers = 1): PageStream {
  let isReading = true;
  async function read(first: number): Promise<void> {
    for (let turn = first; isReading; turn += 1) {
      const started = performance.now();
      const url = `${addresses[turn % addresses.length]}${pages[turn % pages.length]}`;
      const answer = await fetch(url, { signal: AbortSignal.timeout(answerTimeout) }).catch(() => null);
      await answer?.text().catch(() => undefined);
      if (answer?.status === 200) stream.answered += 1;
      else stream.failed += 1;
      stream.slowest = Math.max(stream.slowest, performance.now() - started);
      await sleep(20);
    }
  }
  const stream: PageStream = {
    answered: 0,
    failed: 0,
    slowest: 0,
    stop: async () => {
      isReading = false;
      await reading;
    },
  };
  const reading = Promise.all(Array.from({ length: readers }, (_, first) => read(first)));
  return stream;
}

/** Returns what is wrong with a stream's answers: that there are none, or that more than a share of them failed. */
export function findPageBreaches({ answered, failed }: Pick<PageStream, 'answered' | 'failed'>, maxFailedShare = 0) {
  if (answered === 0) return ['no page was answered'];
  return failed > maxFailedShare * (answered + failed) ? [`${failed} of ${answered + failed} pages failed`] : [];
}
