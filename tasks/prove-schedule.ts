import { setTimeout as sleep } from 'node:timers/promises';
import { createHttpStudioClient, makeUser } from '../testing/studio.ts';
import { openProofSites, runProof } from './studio-proofs/open-studio.ts';

// Schedules pages on one of three servers with one database, and measures on each server when visitors see them. No job
// runs for a schedule: the query of each server asks the clock of the database.

const entries = 10;
/** Seconds until the first page appears; each further page follows a second later. */
const lead = 5;

const { sites, ctx, close } = await openProofSites(3);
const addresses = sites.map(({ address }) => address);
const studio = createHttpStudioClient(addresses[0] ?? '', (await makeUser(ctx, 'EDITOR')).token);

/** Resolves with the moment at which a page has a status. */
async function waitForStatus(address: string, path: string, status: number): Promise<number> {
  for (;;) {
    const answer = await fetch(address + path);
    await answer.arrayBuffer();
    if (answer.status === status) return Date.now();
    await sleep(10);
  }
}

await runProof(async () => {
  const wrong: string[] = [];
  const delays: number[] = [];
  const waits: Promise<void>[] = [];
  const start = Math.ceil(Date.now() / 1_000) * 1_000 + lead * 1_000;
  for (let each = 0; each < entries; each++) {
    const title = `Scheduled ${each}`;
    const { id } = await studio.call('createEntry', { type: 'PAGE', title });
    const { version, content } = await studio.call('openEntry', { id });
    const complete = { ...content, summary: 'A summary', body: 'Text\n' };
    const saved = await studio.call('saveDraft', { id, version, content: complete });
    const at = start + each * 1_000;
    await studio.call('scheduleEntry', { id, version: saved.version, at: new Date(at).toISOString() });
    for (const address of addresses) {
      waits.push(
        waitForStatus(address, `/scheduled-${each}`, 200).then((shown) => {
          delays.push(shown - at);
          if (shown < at || shown >= at + 1_000) wrong.push(`${title} on ${address}: ${shown - at} ms after its time`);
        }),
      );
    }
  }
  await Promise.all(waits);
  delays.sort((a, b) => a - b);
  const median = delays[Math.floor(delays.length / 2)];
  return {
    figures: `${delays.length} appearances on 3 servers, ${median} ms after their second at the median, ${delays.at(-1)} ms at most`,
    wrong,
  };
});
await close();
