import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { changeChannel, findNextDue } from '../../api/content/next-due.ts';

/** The database that announces changes, and the zone whose midnight is one. */
export interface ChangeSource {
  config: pg.ClientConfig;
  timeZone: string;
}

export interface ChangeEvents {
  /** Announcements are heard from now on. */
  onHearing(): void;
  /** Content of these kinds has changed, or has just become due; `*` is everything. */
  onChange(sources: readonly string[]): void;
  /** Changes may be missed until `onHearing`. */
  onLost(reason: unknown): void;
}

/** A connection that does not answer for this long is lost, even if nobody says so. */
const patience = 2_000;
/** So often it is asked while nothing happens. */
const heartbeat = 2_000;
const pauses = { first: 50, longest: 5_000 };

/** Wakes whoever waits for `next`; a call before that is not lost. */
function makeBell() {
  let isRung = false;
  let wake: (() => void) | null = null;
  return {
    ring: () => {
      isRung = true;
      wake?.();
    },
    next: async (timeout: number): Promise<void> => {
      if (!isRung) {
        let timer: NodeJS.Timeout | undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
          timer = setTimeout(resolve, timeout);
        });
        clearTimeout(timer);
        wake = null;
      }
      isRung = false;
    },
  };
}

async function within<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const timeUp = sleep(patience, undefined, { signal: late.signal }).then(() => {
    throw new Error(`The connection for announcements did not answer within ${patience} ms`);
  });
  try {
    return await Promise.race([work, timeUp]);
  } finally {
    late.abort();
    timeUp.catch(() => undefined);
  }
}

/** Listens on one connection until it is lost; then throws. */
async function listenOnce(
  { config, timeZone }: ChangeSource,
  events: ChangeEvents,
  signal: AbortSignal,
): Promise<void> {
  const client = new pg.Client({
    ...config,
    application_name: 'site-announcements',
    keepAlive: true,
    keepAliveInitialDelayMillis: 1_000,
    connectionTimeoutMillis: 5_000,
  });
  const bell = makeBell();
  const greeting = randomUUID();
  let isGreeted = false;
  let loss: unknown = null;
  const lose = (reason: unknown) => {
    loss ??= reason;
    bell.ring();
  };
  client.on('error', lose);
  client.on('end', () => lose(new Error('The connection for announcements was closed')));
  client.on('notification', ({ payload = '' }) => {
    if (payload === greeting) isGreeted = true;
    // The greetings of other servers change nothing.
    else if (!payload.includes('-')) events.onChange([payload]);
    bell.ring();
  });
  const end = () => lose(new Error('No longer needed'));
  signal.addEventListener('abort', end);
  try {
    await client.connect();
    await within(client.query(`listen ${changeChannel}`));
    let { asked: since } = await within(findNextDue(client, null, timeZone));
    // Announcements count as heard once one of our own has arrived.
    await within(client.query('select pg_notify($1, $2)', [changeChannel, greeting]));
    for (let wait = 0; loss === null; ) {
      await bell.next(wait);
      if (loss !== null) break;
      const { asked, waits } = await within(findNextDue(client, since, timeZone));
      since = asked;
      const due = waits.filter((one) => one.wait <= 0).map(({ type }) => type);
      if (due.length > 0) events.onChange(due);
      if (isGreeted) {
        isGreeted = false;
        events.onHearing();
      }
      // What has passed may hide a later moment of its type: asked again at once.
      wait = due.length > 0 ? 0 : Math.min(heartbeat, ...waits.map((one) => Math.ceil(one.wait) + 1));
    }
    throw loss;
  } finally {
    signal.removeEventListener('abort', end);
    // Not awaited: a connection that is silent would not end either.
    client.end().catch(() => undefined);
    if (!signal.aborted) client.connection.stream.destroy();
  }
}

/** Hears every change that the database announces, on a connection of its own; one that is lost is made again. */
export function hearChanges(source: ChangeSource, events: ChangeEvents): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  async function run(): Promise<void> {
    let pause = pauses.first;
    const hearing = {
      ...events,
      onHearing: () => {
        pause = pauses.first;
        events.onHearing();
      },
    };
    while (!signal.aborted) {
      await listenOnce(source, hearing, signal).catch((error: unknown) => {
        if (!signal.aborted) events.onLost(error);
      });
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(2 * pause, pauses.longest);
    }
  }
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
