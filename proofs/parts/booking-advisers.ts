import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import { isApiFailure } from '../../contract/http/client.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import { updateBookingRules } from '../../testing/consultations.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import { makeUser } from '../../testing/studio.ts';

const minute = 60_000;
const advisers = 4;
const people = 6;
const visitors = 40;
/** The numbers of visitors begin here, so that their addresses differ from those in the other part of the proof. */
const firstVisitor = 40_000;
const rounds = 12;
const actsOfPerson = 12;

/** Chooses by a fixed sequence, so that a run can be repeated. */
function createChooser(seed: number): (count: number) => number {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

interface Booked {
  id: string;
  sequence: number;
}

/** Returns the consultations that two people may want to change at once. */
async function listBooked({ db }: ApiContext): Promise<Booked[]> {
  const { rows } = await db.execute<{ id: string; sequence: number }>(
    sql`select id, sequence from consultations where status <> 'HELD' order by random() limit 20`,
  );
  return rows;
}

/** Does one act of a person: books, moves, cancels, undoes, or changes hours, exceptions, buffers or days off. */
async function act(
  ctx: ApiContext,
  client: StudioClient,
  choose: (count: number) => number,
  first: number,
): Promise<unknown> {
  const start = () => new Date(first + choose(24) * 15 * minute).toISOString();
  const day = new Date(first).toISOString().slice(0, 10);
  const adviser = choose(advisers) + 1;
  const time = () => ({
    start: start(),
    adviser: choose(3) === 0 ? null : adviser,
    minutes: [15, 30, 45, 60][choose(4)] ?? 30,
    isOutsideHours: choose(4) === 0,
  });
  const booked = await listBooked(ctx);
  const one = booked[choose(booked.length || 1)];
  const kind = choose(10);
  if (kind < 2 || !one)
    return client.call('bookForCaller', {
      ...time(),
      key: randomUUID(),
      timeZone: 'Asia/Kolkata',
      name: 'A caller',
      email: `caller${choose(1_000_000)}@example.org`,
    });
  if (kind < 5) return client.call('moveAppointment', { ...one, ...time() });
  if (kind < 6) return client.call('cancelAppointment', one);
  if (kind < 7) return client.call('restoreAppointment', one);
  if (kind < 8) {
    const found = (await client.call('advisers', {})).advisers.find(({ id }) => id === adviser);
    if (!found) return undefined;
    const hours = choose(2) === 0 ? null : Array.from({ length: 7 }, () => [{ opens: '00:00', closes: '24:00' }]);
    return client.call('saveAdviser', {
      ...{ id: adviser, version: found.version, name: `Adviser ${adviser}`, email: '', userId: null, colour: 0 },
      ...{ timeZone: null, videoLink: '', place: '', goneOn: null, hours },
      ...{ bufferBefore: choose(3) * 5, bufferAfter: choose(3) * 5 },
    });
  }
  if (kind < 9) return client.call('setException', { adviser, day, hours: [{ opens: '00:00', closes: '24:00' }] });
  const off = { adviser: choose(3) === 0 ? null : adviser, from: day, to: day };
  await client.call('addDaysOff', { ...off, reason: '' });
  return client.call('removeDaysOff', off);
}

/**
 * Books as a visitor, from a network (/48) of its own, so that no limit applies. Sends the same form again while the
 * server is too busy to answer, as a person does. Returns the status, and how often the server was too busy.
 */
export async function bookAsVisitor(app: FastifyInstance, number: number, start: string) {
  const key = randomUUID();
  for (let busy = 0; ; busy++) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/consultation/book',
      remoteAddress: `2001:db8:${number.toString(16)}::1`,
      headers: fromPage,
      payload: {
        ...{ name: 'A visitor', email: `visitor${number}@example.org`, timeZone: 'Europe/London' },
        ...{ slot: start, key },
      },
    });
    if (statusCode !== 503 || busy === 20) return { statusCode, busy };
  }
}

/**
 * Lets six people book, move, cancel and undo, and change hours, buffers, exceptions and days off, at once with
 * visitors who book the same times of four advisers. No adviser may have two consultations at once, buffers included;
 * nothing may fail otherwise than by a refusal; and each change has one record.
 */
export async function proveAdvisers(app: FastifyInstance, ctx: ApiContext): Promise<boolean> {
  const { db } = ctx;
  await db.execute(sql`delete from submissions`);
  await updateBookingRules({ ctx }, { stepMinutes: 15, noticeMinutes: 0, horizonDays: 60, advisers });
  const clients: StudioClient[] = [];
  for (let person = 0; person < people; person++)
    clients.push((await makeUser(ctx, 'OPERATOR', `Person ${person}`)).client);
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  const started = performance.now();
  for (let round = 0; round < rounds; round++) {
    const first = Math.ceil(Date.now() / (60 * minute)) * 60 * minute + (2 + round) * 1440 * minute;
    const byPeople = clients.map(async (client, person) => {
      const choose = createChooser(round * 100 + person);
      for (let each = 0; each < actsOfPerson; each++)
        await act(ctx, client, choose, first).then(
          () => count('done by people'),
          (error: unknown) => count(isApiFailure(error) ? `people ${error.status}` : String(error)),
        );
    });
    const byVisitors = Array.from({ length: visitors }, async (_, number) => {
      const start = new Date(first + (number % 24) * 15 * minute).toISOString();
      const { statusCode } = await bookAsVisitor(app, firstVisitor + round * visitors + number, start);
      count(`visitors ${statusCode}`);
    });
    await Promise.all([...byPeople, ...byVisitors]);
  }
  const { rows } = await db.execute<{ overlaps: number; booked: number; orphans: number; unrecorded: number }>(sql`
    select
      (select count(*)::int from consultations a join consultations b on a.id < b.id and a.adviser = b.adviser
          and coalesce(a.blocked, a.during) && coalesce(b.blocked, b.during)
        where a.status in ('BOOKED', 'UNCONFIRMED') and b.status in ('BOOKED', 'UNCONFIRMED')) as overlaps,
      (select count(*)::int from consultations where status = 'BOOKED') as booked,
      (select count(*)::int from submissions where not exists (
        select from consultations where submission_id = submissions.id)) as orphans,
      (select count(*)::int from consultations where sequence <> (
        select count(*) from message_acts
        where message_acts.submission_id = consultations.submission_id and kind in ('MOVE', 'CANCEL', 'RESTORE'))
      ) as unrecorded`);
  const [found] = rows;
  const counted = [...outcomes].sort().map(([outcome, times]) => `${outcome}: ${times}`);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${rounds} rounds of ${people} people and ${visitors} visitors, ${advisers} advisers: ${counted.join(', ')}`,
  );
  console.log(
    `booked ${found?.booked}, overlaps with buffers ${found?.overlaps}, messages without a booking ${found?.orphans}, changes without a record ${found?.unrecorded}; ${seconds} s`,
  );
  const isOnlyRefused = [...outcomes.keys()].every((outcome) =>
    /^(?:done by people|(?:people|visitors) (?:200|409))$/.test(outcome),
  );
  return isOnlyRefused && found?.overlaps === 0 && found.orphans === 0 && found.unrecorded === 0 && found.booked > 0;
}
