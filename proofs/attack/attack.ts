import type { MailServer } from '../../testing/mail-server.ts';
import { type RawRequest, type RawResponse, sendRawRequest } from './raw-http.ts';

/** The attacked site: a process with its own mail server and database. */
export interface AttackTarget {
  port: number;
  pid: number;
  dataDir: string;
  mail: MailServer;
  /** Returns everything that the site has logged so far. */
  log(): string;
}

/** The result of an attack, which the site withstood if there are no problems. */
export interface AttackResult {
  requests: number;
  /** The number of responses for each status; 0 stands for no response. */
  statusCounts: Map<number, number>;
  /** The number of requests without a response, by reason. */
  noResponseReasons?: Map<string, number>;
  problems: string[];
  /** Figures in words, for the reader of the report. */
  notes: string[];
}

/** One way in which a stranger may try to harm the site. */
export interface Attack {
  name: string;
  /** Runs the attack, with a limit of requests and time. The short form runs in every test. */
  run(target: AttackTarget, isShort: boolean): Promise<AttackResult>;
}

/** Sends requests to a target and counts the responses. */
export class AttackRecorder implements AttackResult {
  requests = 0;
  readonly statusCounts = new Map<number, number>();
  readonly noResponseReasons = new Map<string, number>();
  readonly problems: string[] = [];
  readonly notes: string[] = [];
  readonly #port: number;

  constructor({ port }: AttackTarget) {
    this.#port = port;
  }

  async send(request: RawRequest | Buffer, from: string, timeout?: number): Promise<RawResponse> {
    const response = await sendRawRequest(request, { port: this.#port, from, ...(timeout ? { timeout } : {}) });
    this.count(response.status);
    const reason = response.noResponseReason;
    if (reason !== null) this.noResponseReasons.set(reason, (this.noResponseReasons.get(reason) ?? 0) + 1);
    return response;
  }

  count(status: number): void {
    this.requests += 1;
    this.statusCounts.set(status, (this.statusCounts.get(status) ?? 0) + 1);
  }

  /** Records a problem, once, unless `isFine`. */
  expect(isFine: boolean, problem: string): void {
    if (!isFine && !this.problems.includes(problem)) this.problems.push(problem);
  }
}

/** Runs `work` for each item, for at most `width` items concurrently. */
export async function attackConcurrently<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<void>) {
  const iterator = items[Symbol.iterator]();
  async function attackNext(): Promise<void> {
    for (let item = iterator.next(); !item.done; item = iterator.next()) await work(item.value);
  }
  await Promise.all(Array.from({ length: width }, attackNext));
}
