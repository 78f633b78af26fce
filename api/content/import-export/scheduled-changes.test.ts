import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { setUpDatabase } from '../../../testing/set-up.ts';
import { findNextScheduledChanges } from './scheduled-changes.ts';

const database = await setUpDatabase();
const client = new pg.Client(database.config);
await client.connect();
afterAll(() => client?.end());

async function getDayWait(since: string | null, timeZone: string): Promise<number> {
  const { waits } = await findNextScheduledChanges(client, since, timeZone);
  return waits.find(({ type }) => type === 'day')?.wait ?? Number.NaN;
}

/** Returns the milliseconds since midnight in a time zone. */
function getTimeSinceMidnight(timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format().split(':').map(Number);
  const [hours = 0, minutes = 0, seconds = 0] = parts;
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

// Zones that never put their clocks forward or back.
it.each(['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/Phoenix'])(
  'a day in %s ends at its midnight',
  async (zone) => {
    const day = 86_400_000;
    const asked = getTimeSinceMidnight(zone);
    const started = performance.now();
    const wait = await getDayWait(null, zone);
    const took = performance.now() - started;
    // The database was asked at some moment of the call. A midnight during the call starts another whole day.
    const excess = (asked + wait) % day;
    expect(Math.min(excess, day - excess)).toBeLessThan(took + 1_500);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(day);
  },
);

it('a midnight that has passed since the last call is due', async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  expect(await getDayWait(yesterday, 'UTC')).toBeLessThanOrEqual(0);
});
