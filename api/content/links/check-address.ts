import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import robotsParser from 'robots-parser';
import type { ExternalLinkState } from '../../../contract/studio/external-link-states.ts';
import { type OutsideAnswer, OutsideRequestError, type RequestOutside } from '../../outside-requests.ts';

/** What a check of an address found. A failure is final only after another one on another day. */
export interface LinkCheckResult {
  state: Extract<ExternalLinkState, 'OK' | 'MOVED' | 'UNKNOWN' | 'FAILED'>;
  /** The status of the last answer; null if none came. */
  status: number | null;
  /** Why the address failed or is not known, in words that follow it. */
  reason: string;
  /** Where the address leads now, if it has moved for ever. */
  movedTo: string | null;
}

/** Milliseconds for an answer, and between two requests to a host. */
const timeout = 10_000;
const hostPause = 1_000;
/** The longest pause that a host can ask for. */
const longestPause = 10_000;
const robotsBytes = 200_000;
const mostRedirects = 5;

/** The name of the check in robots.txt and in the header User-Agent. */
const robotName = 'site-link-check';

/** Statuses by which servers refuse programs, whatever a browser would get. */
const refusals = new Set([401, 402, 403, 407, 429, 451, 503, 999]);

// The package is a function; its types describe a module with a default export.
const parseRobots = robotsParser as unknown as typeof robotsParser.default;

/** The rules of a server for programs. */
interface Rules {
  robots: ReturnType<typeof parseRobots> | null;
  /** Whether they could not be read because the server had an error (RFC 9309, section 2.3.1.4). */
  isClosed: boolean;
}

/** The requests to a host, which follow each other. */
interface HostQueue {
  run: ReturnType<typeof pLimit>;
  pause: number;
  askedAt: number;
}

const isRedirect = ({ status, headers }: OutsideAnswer) =>
  status >= 300 && status < 400 && status !== 304 && headers.location !== undefined;

/**
 * Creates the check of addresses for one run. Requests to one host follow each other after a pause, and obey its
 * robots.txt. Redirects are followed one by one, each with the checks of the first address.
 */
export function createAddressCheck({
  requestOutside,
  siteUrl,
  pause = hostPause,
  signal,
}: {
  requestOutside: RequestOutside;
  /** The address of this site, which the User-Agent names. */
  siteUrl: string;
  pause?: number;
  signal: AbortSignal;
}) {
  const rulesByOrigin = new Map<string, Promise<Rules>>();
  const queues = new Map<string, HostQueue>();
  const headers = { 'user-agent': `${robotName} (+${siteUrl})`, accept: 'text/html,*/*;q=0.5' };

  function getQueue({ hostname }: URL): HostQueue {
    const queue = queues.get(hostname) ?? { run: pLimit(1), pause, askedAt: Number.NEGATIVE_INFINITY };
    queues.set(hostname, queue);
    return queue;
  }

  function ask(url: URL, method: 'GET' | 'HEAD', maxBytes = 1_000): Promise<OutsideAnswer> {
    const queue = getQueue(url);
    return queue.run(async () => {
      const wait = queue.askedAt + queue.pause - performance.now();
      if (wait > 0) await sleep(wait, undefined, { signal });
      signal.throwIfAborted();
      queue.askedAt = performance.now();
      return requestOutside({ url: url.href, method, headers, schemes: ['http', 'https'], timeout, maxBytes });
    });
  }

  /** Reads robots.txt of a server, behind up to five redirects (RFC 9309, section 2.3.1.2). */
  async function readRules(url: URL): Promise<Rules> {
    const robotsUrl = new URL('/robots.txt', url);
    try {
      let answer = await ask(robotsUrl, 'GET', robotsBytes);
      let place: URL | null = robotsUrl;
      for (let redirects = 0; isRedirect(answer) && redirects < mostRedirects; redirects++) {
        place = URL.parse(String(answer.headers.location), place);
        if (!place) break;
        answer = await ask(place, 'GET', robotsBytes);
      }
      const { status, body } = answer;
      if (status !== 200) return { robots: null, isClosed: status >= 500 };
      const robots = parseRobots(robotsUrl.href, body.toString('utf8'));
      const queue = getQueue(url);
      queue.pause = Math.min(longestPause, Math.max(queue.pause, 1_000 * (robots.getCrawlDelay(robotName) ?? 0)));
      return { robots, isClosed: false };
    } catch (error) {
      if (!(error instanceof OutsideRequestError)) throw error;
      // Without an answer the check of the address itself says why.
      return { robots: null, isClosed: false };
    }
  }

  function getRules(url: URL): Promise<Rules> {
    const rules = rulesByOrigin.get(url.origin) ?? readRules(url);
    rulesByOrigin.set(url.origin, rules);
    return rules;
  }

  /** Asks for the head of a page, and for the page itself if the server does not answer that well. */
  async function askForPage(url: URL): Promise<OutsideAnswer> {
    const head = await ask(url, 'HEAD');
    return head.status < 400 || refusals.has(head.status) ? head : ask(url, 'GET');
  }

  const unknown = (reason: string, status: number | null = null): LinkCheckResult => ({
    state: 'UNKNOWN',
    status,
    reason,
    movedTo: null,
  });

  async function follow(first: URL): Promise<LinkCheckResult> {
    let url = first;
    let isMoved = true;
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const { robots, isClosed } = await getRules(url);
      if (isClosed) return unknown('cannot be checked: the rules of the server for programs have an error');
      if (robots?.isAllowed(url.href, robotName) === false)
        return unknown('cannot be checked: the server allows no programs there (robots.txt)');
      const answer = await askForPage(url);
      const { status } = answer;
      if (!isRedirect(answer)) {
        if (refusals.has(status))
          return unknown(`cannot be checked: the server refuses programs (status ${status})`, status);
        if (status >= 400) return { state: 'FAILED', status, reason: `answers with status ${status}`, movedTo: null };
        const hasMoved = isMoved && url.href !== first.href;
        return { state: hasMoved ? 'MOVED' : 'OK', status, reason: '', movedTo: hasMoved ? url.href : null };
      }
      // A redirect that is not for ever may lead elsewhere tomorrow.
      isMoved &&= status === 301 || status === 308;
      const next = URL.parse(String(answer.headers.location), url);
      if (!next) return { state: 'FAILED', status, reason: 'redirects to no valid address', movedTo: null };
      // The fragment of a link is for the browser.
      url = next;
    }
    return { state: 'FAILED', status: null, reason: `redirects more than ${mostRedirects} times`, movedTo: null };
  }

  /** Checks one address. Throws only when the run ends. */
  return async (address: string): Promise<LinkCheckResult> => {
    const url = URL.parse(address);
    if (!url) return { state: 'FAILED', status: null, reason: 'is no valid address', movedTo: null };
    url.hash = '';
    try {
      return await follow(url);
    } catch (error) {
      if (!(error instanceof OutsideRequestError)) throw error;
      if (error.failure === 'PRIVATE_ADDRESS') return unknown('leads into a private network, which is never asked');
      const reason = error.message.charAt(0).toLowerCase() + error.message.slice(1).replace(/\.$/, '');
      return { state: 'FAILED', status: null, reason: `cannot be reached: ${reason}`, movedTo: null };
    }
  };
}
