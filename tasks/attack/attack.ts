import type { MailServer } from '../../testing/mail-server.ts';
import { exchange, type RawAnswer, type RawRequest } from './exchange.ts';

/** The site that is attacked: a process of its own with real mail and a database of its own. */
export interface Target {
  port: number;
  pid: number;
  dataDir: string;
  mail: MailServer;
  /** Everything the site has logged so far. */
  log(): string;
}

/** What an attack found; an attack without problems was withstood. */
export interface Finding {
  requests: number;
  /** How often each status was answered; 0 stands for no answer. */
  answers: Map<number, number>;
  /** How often each reason left a request without an answer. */
  missing?: Map<string, number>;
  problems: string[];
  /** Figures worth reading, in words. */
  notes: string[];
}

/** One way a stranger may try to harm the site. */
export interface Attack {
  name: string;
  /** Runs the attack, bounded in requests and time; the short form is for every build. */
  run(target: Target, isShort: boolean): Promise<Finding>;
}

/** Sends requests to a target and keeps count of what was answered. */
export class Attempts implements Finding {
  requests = 0;
  readonly answers = new Map<number, number>();
  readonly missing = new Map<string, number>();
  readonly problems: string[] = [];
  readonly notes: string[] = [];
  readonly #port: number;

  constructor({ port }: Target) {
    this.#port = port;
  }

  async send(request: RawRequest | Buffer, from: string, timeout?: number): Promise<RawAnswer> {
    const answer = await exchange(request, { port: this.#port, from, ...(timeout ? { timeout } : {}) });
    this.count(answer.status);
    if (answer.missing !== null) this.missing.set(answer.missing, (this.missing.get(answer.missing) ?? 0) + 1);
    return answer;
  }

  count(status: number): void {
    this.requests += 1;
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
  }

  /** Records a problem once, and unless `isFine`. */
  expect(isFine: boolean, problem: string): void {
    if (!isFine && !this.problems.includes(problem)) this.problems.push(problem);
  }
}

/** Runs `work` on each item, on at most `width` at the same time. */
export async function forEachAtOnce<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<void>) {
  const iterator = items[Symbol.iterator]();
  async function next(): Promise<void> {
    for (let item = iterator.next(); !item.done; item = iterator.next()) await work(item.value);
  }
  await Promise.all(Array.from({ length: width }, next));
}
