import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer } from '../../testing/mail-server.ts';

/** A mail server that is unavailable half of the time: stopped, or refusing mails, in turn. */
export interface MailServerOutages {
  /** Returns the share of the time in which the server was down, from 0 to 1. */
  share(): number;
  stop(): Promise<void>;
}

/** Makes a mail server unavailable for `period` milliseconds, and available for as long, until `stop` is called. */
export function startOutages(mailServer: MailServer, period: number): MailServerOutages {
  const ending = new AbortController();
  const spent = { up: 0, down: 0 };
  async function wait(what: keyof typeof spent): Promise<void> {
    const started = performance.now();
    await sleep(period, undefined, { signal: ending.signal }).catch(() => undefined);
    spent[what] += performance.now() - started;
  }
  async function run(): Promise<void> {
    for (let round = 0; !ending.signal.aborted; round += 1) {
      const isStopped = round % 2 === 0;
      if (isStopped) await mailServer.goDown();
      else mailServer.refuseWith = { code: 451, message: 'not now' };
      await wait('down');
      if (isStopped) await mailServer.comeBack();
      mailServer.refuseWith = null;
      await wait('up');
    }
  }
  const running = run();
  return {
    share: () => spent.down / (spent.down + spent.up),
    stop: async () => {
      ending.abort();
      await running;
    },
  };
}
