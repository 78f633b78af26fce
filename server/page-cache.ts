import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { namesOneHost, requestIdOf } from '../api/http/create-server.ts';
import { atMost } from '../api/slots.ts';
import { cachePolicies } from '../contract/cache-policies.ts';
import { encodeAnswer } from './compress.ts';
import { isEndpoint, type KeptAddress } from './page-cache/addresses.ts';
import {
  improve,
  type MadeAnswer,
  matches,
  type PublicAnswer,
  sharedHeaders,
  type Variant,
  variantOf,
} from './page-cache/answer.ts';
import { chooseEncoding } from './page-cache/encodings.ts';
import { createOutage } from './page-cache/outage.ts';
import { makeShelf, type Shelf } from './page-cache/shelf.ts';
import { noteReading } from './page-cache/sources.ts';

/** Who asks first for an answer that is made for everyone. */
export interface Asker {
  headers: IncomingHttpHeaders;
  address: string | undefined;
  requestId: string;
}

export interface PageCacheOptions {
  /** Bytes that all answers together may take; 0 keeps none. */
  limit: number;
  addressOf: (url: string) => Promise<KeptAddress | null>;
  /** Makes the answer to GET of a key as the site's own routes do, on behalf of somebody. */
  make: (key: string, asker: Asker) => Promise<MadeAnswer>;
  log: Pick<Logger, 'info' | 'error'>;
}

/** Answers in front of the site's routes with what they answered before, for as long as that is what they would answer now. */
export interface PageCache {
  /** Answers a request, or hands it on. */
  answer(request: IncomingMessage, response: ServerResponse, handOn: RequestListener): void;
  /** From now on every change is told by `drop`, so answers may be kept; what may have changed unheard is made anew when it is asked for. */
  open(): void;
  /** Forgets what these kinds of content were read for; `*` is all of them. */
  drop(sources: readonly string[]): void;
  /** Changes may be missed: keeps nothing new until `open`, and serves what is kept only where the database is away. */
  close(): void;
  /** Hands everything on, so that connections can be closed. */
  end(): void;
  /** How much is kept, and how many answers were served from before while the database was away. */
  size(): { answers: number; bytes: number; stale: number };
}

/** An answer that is being made, and what has changed since that began. */
interface Flight {
  outcome: Promise<PublicAnswer | MadeAnswer>;
  outdated: Set<string>;
}

/** Milliseconds for which an answer has to be kept until it is worth a better compression: not while edits follow each other. */
const restTime = 1_000;
const inTurn = atMost(1);

/** Milliseconds that a request waits for a database that may be away, where a kept answer could be served. */
const patience = 1_000;

/** About what an answer takes beside its bodies and heads. */
const overhead = 1_000;

/** Whether every change since an answer was made was announced, so that it is what would be made now. */
function isHeard({ unheardSince }: PublicAnswer): boolean {
  return unheardSince === undefined;
}

function isPublic({ status, headers }: MadeAnswer): boolean {
  return status === 200 && headers['cache-control'] === cachePolicies.public && !('set-cookie' in headers);
}

function write(request: IncomingMessage, response: ServerResponse, variant: Variant, id: string): number {
  const isSame = matches(request.headers['if-none-match'], variant.etag);
  const head = isSame ? variant.unchanged : variant.head;
  // The one value that differs; writeHead has read the list when it returns.
  head[head.length - 1] = id;
  response.writeHead(isSame ? 304 : 200, head);
  response.end(isSame || request.method === 'HEAD' ? undefined : variant.body);
  return isSame ? 304 : 200;
}

function askerOf({ headers, socket }: IncomingMessage, requestId: string): Asker {
  return { headers, address: socket.remoteAddress, requestId };
}

/** What is nobody else's answer goes out as it was made. */
async function relay(request: IncomingMessage, response: ServerResponse, made: MadeAnswer): Promise<void> {
  const { connection: _, 'transfer-encoding': __, ...headers } = made.headers;
  const { added, body } = await encodeAnswer(headers, made.body, request.headers['accept-encoding']?.toString());
  response.writeHead(made.status, { ...headers, ...added });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export function makePageCache({ limit, addressOf, make, log }: PageCacheOptions): PageCache {
  // Texts that people make up, in a query or an endpoint's path, can only push out each other.
  const fixed: Shelf<PublicAnswer> = makeShelf((limit * 3) / 4);
  const free: Shelf<PublicAnswer> = makeShelf(limit / 4);
  const isMadeUp = (key: string) => key.includes('?') || isEndpoint(key);
  const shelfOf = (key: string) => (isMadeUp(key) ? free : fixed);
  const flights = new Map<string, Flight>();
  const allFlights = new Set<Flight>();
  const outage = createOutage();
  let isOpen = false;
  let isEnded = false;

  function drop(sources: readonly string[]): void {
    const isDropped = (known: Iterable<string>) =>
      sources.includes('*') || [...known].some((source) => sources.includes(source));
    for (const shelf of [fixed, free]) shelf.remove(({ reading }) => isDropped(reading.sources));
    for (const { outdated } of allFlights) for (const source of sources) outdated.add(source);
    // Whoever asks from now on shall not be given what was begun before.
    flights.clear();
  }

  function isCurrent({ reading }: PublicAnswer, { outdated }: Flight): boolean {
    return isOpen && reading.isAnnounced && !outdated.has('*') && reading.sources.isDisjointFrom(outdated);
  }

  async function fly(address: KeptAddress, flight: Flight, asker: Asker) {
    const { key, path, kind } = address;
    const { made, reading } = await noteReading(() => make(key, asker));
    if (!isPublic(made)) return made;
    for (const source of kind.sources ?? []) reading.sources.add(source);
    const answer: PublicAnswer = { path, reading, body: made.body, headers: sharedHeaders(made.headers), variants: {} };
    if (isCurrent(answer, flight)) shelfOf(key).put(key, answer, answer.body.length + overhead + 2 * key.length);
    return answer;
  }

  function begin(address: KeptAddress, asker: Asker): Flight {
    // Begun in silence, it may miss a change even if changes are heard again when it ends.
    const flight: Flight = { outdated: new Set(isOpen ? [] : ['*']), outcome: Promise.reject() };
    flight.outcome.catch(() => undefined);
    allFlights.add(flight);
    flight.outcome = fly(address, flight, asker).finally(() => {
      allFlights.delete(flight);
      if (flights.get(address.key) === flight) flights.delete(address.key);
    });
    // While changes are not heard nobody can say whether an answer that is being made is still right.
    if (isOpen && limit > 0) flights.set(address.key, flight);
    return flight;
  }

  /** The answer made now; where the database is away, the kept one. */
  async function answerInOutage(kept: PublicAnswer, flight: () => Flight): Promise<PublicAnswer | MadeAnswer> {
    if (outage.mayAsk()) {
      const late = new AbortController();
      const made = await Promise.race([
        flight().outcome.catch(() => null),
        sleep(patience, null, { signal: late.signal }).catch(() => null),
      ]);
      late.abort();
      const hasAnswered = made !== null && !('status' in made && made.status === 503);
      outage.note(hasAnswered);
      if (hasAnswered) return made;
    }
    outage.count();
    return kept;
  }

  function logAnswer({ method }: IncomingMessage, path: string, status: number, id: string, started: number): void {
    const ms = Math.round((performance.now() - started) * 10) / 10;
    log.info({ reqId: id, method, path, status, ms }, 'answered');
  }

  /** Pages are few and asked for again and again, so each is made smaller when nobody waits for it. */
  function improveLater(key: string, answer: PublicAnswer): void {
    const begin = () => {
      inTurn(async () => {
        if (fixed.holds(key, answer)) fixed.grow(key, answer, -(await improve(answer)));
      }).catch((error: unknown) => log.error({ err: error }, 'an answer could not be compressed further'));
    };
    setTimeout(begin, restTime).unref();
  }

  function variantFor(key: string, answer: PublicAnswer, request: IncomingMessage): Variant | Promise<Variant> {
    const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
    return variantOf(answer, encoding, (bytes) => {
      shelfOf(key).grow(key, answer, bytes);
      if (encoding === 'br' && fixed.holds(key, answer)) improveLater(key, answer);
    });
  }

  async function answerSlowly(
    request: IncomingMessage,
    response: ServerResponse,
    handOn: RequestListener,
    started: number,
  ): Promise<void> {
    const { url = '' } = request;
    const address = await addressOf(url);
    if (!address) return handOn(request, response);
    const { key, path } = address;
    const id = requestIdOf(request.headers);
    const kept = shelfOf(key).get(key);
    let answer: PublicAnswer | MadeAnswer | undefined = kept && isHeard(kept) ? kept : undefined;
    let isLeader = false;
    if (!answer) {
      const underWay = flights.get(key);
      const flight = () => underWay ?? begin(address, askerOf(request, id));
      answer = await (kept && outage.mayServe(kept) ? answerInOutage(kept, flight) : flight().outcome);
      isLeader = !underWay && answer !== kept;
    }
    if ('status' in answer) {
      // A failure or a redirect belongs to whoever asked for it, with the whole address and the id they asked with.
      return isLeader && key === url ? relay(request, response, answer) : handOn(request, response);
    }
    const status = write(request, response, await variantFor(key, answer, request), id);
    // The routes have logged the request they made the answer for.
    if (!isLeader) logAnswer(request, path, status, id, started);
  }

  return {
    answer: (request, response, handOn) => {
      const { method, url = '' } = request;
      if (isEnded || (method !== 'GET' && method !== 'HEAD') || !namesOneHost(request))
        return handOn(request, response);
      const started = performance.now();
      const kept = shelfOf(url).get(url);
      const answer = kept && isHeard(kept) ? kept : undefined;
      const variant = answer && variantFor(url, answer, request);
      if (answer && variant && !(variant instanceof Promise)) {
        const id = requestIdOf(request.headers);
        return logAnswer(request, answer.path, write(request, response, variant, id), id, started);
      }
      answerSlowly(request, response, handOn, started).catch((error: unknown) => {
        log.error({ err: error }, 'the page cache failed');
        if (response.headersSent) response.destroy();
        else handOn(request, response);
      });
    },
    open: () => {
      const stale = outage.end();
      if (stale > 0) log.info({ stale }, 'changes are heard again; what is asked for is made anew');
      isOpen = limit > 0;
    },
    drop,
    close: () => {
      isOpen = false;
      for (const shelf of [fixed, free])
        shelf.remove((answer) => {
          outage.mark(answer);
          return false;
        });
      for (const { outdated } of allFlights) outdated.add('*');
      flights.clear();
    },
    end: () => {
      isEnded = true;
    },
    size: () => ({ answers: fixed.size + free.size, bytes: fixed.bytes + free.bytes, stale: outage.served }),
  };
}
