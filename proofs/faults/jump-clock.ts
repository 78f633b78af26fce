import { setTimeout as sleep } from 'node:timers/promises';
import { startMailServer } from '../../testing/mail-server.ts';
import { startSiteProcess } from '../../testing/running-site.ts';
import { countLostIn, findFormBreaches, startFormStream } from './forms.ts';
import { findPageBreaches, startPageStream } from './read-pages.ts';
import type { TrialResult } from './trial-result.ts';

const seconds = 8;

/** Returns by how many hours the clock of a server is wrong, by the last line of its log. */
function readClockOffset(output: string): number {
  const time = Number([...output.matchAll(/"time":(\d+)/g)].at(-1)?.[1]);
  return Math.round((time - Date.now()) / 3_600_000);
}

/** Sets the clock of a server two hours ahead and then two hours back, under readers and forms. */
export async function jumpClock(dataDir: string): Promise<TrialResult> {
  const mails = await startMailServer();
  const site = await startSiteProcess({
    dataDir,
    program: 'proofs/faults/shifted-clock.ts',
    env: { TRUST_PROXY: '1', SMTP_URL: mails.url },
  });
  const forms = startFormStream([site.address], 10);
  const reads = startPageStream([site.address], ['/', '/blogs', '/book-a-free-consultation', '/build.json'], 2);
  const seen: number[] = [];
  for (let phase = 0; phase < 3; phase += 1) {
    await sleep(seconds * 1_000);
    seen.push(readClockOffset(site.output()));
    if (phase < 2) site.process.kill('SIGUSR2');
  }
  await forms.stop();
  await reads.stop();
  const wanted = forms.acknowledged.length;
  const started = performance.now();
  const countReceived = () =>
    forms.acknowledged.filter(({ email }) => mails.received.some(({ to }) => to[0] === email)).length;
  while (countReceived() < wanted && performance.now() - started < 60_000) await sleep(250);
  const delivered = countReceived();
  const lost = await countLostIn(dataDir, forms.acknowledged);
  const isDead = site.process.exitCode !== null;
  await site.stop();
  await mails.close();
  const repeated = forms.acknowledged.filter(({ tries }) => tries > 1).length;
  return {
    figures: [
      `clock                ${seen.join(', ')} hours off, ${seconds} s each`,
      `pages                ${reads.answered} answered, ${reads.failed} not, slowest ${reads.slowest.toFixed(0)} ms`,
      `acknowledged         ${wanted}, ${repeated} sent again, lost ${lost}; ${delivered} confirmed by mail`,
    ],
    breaches: [
      ...(seen.join() === '0,2,-2' ? [] : [`the clock was ${seen.join(', ')} hours off instead of 0, 2, -2`]),
      ...findPageBreaches(reads),
      ...(repeated > 0 ? [`${repeated} forms were not accepted at once`] : []),
      ...(delivered < wanted ? [`${wanted - delivered} mails were not sent within a minute`] : []),
      ...(isDead ? ['the server died'] : []),
      ...findFormBreaches(forms, lost),
    ],
  };
}
