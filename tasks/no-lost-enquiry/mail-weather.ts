import { setTimeout as sleep } from 'node:timers/promises';
import type { MailServer } from '../../testing/mail-server.ts';

/** A mail server that is there half of the time; the other half it is gone, or refuses, in turn. */
export interface MailWeather {
  /** Share of the time it was down, from 0 to 1. */
  share(): number;
  stop(): Promise<void>;
}

export function startMailWeather(mailServer: MailServer, spell: number): MailWeather {
  const ending = new AbortController();
  const spent = { up: 0, down: 0 };
  async function last(what: keyof typeof spent): Promise<void> {
    const started = performance.now();
    await sleep(spell, undefined, { signal: ending.signal }).catch(() => undefined);
    spent[what] += performance.now() - started;
  }
  async function run(): Promise<void> {
    for (let round = 0; !ending.signal.aborted; round += 1) {
      const isGone = round % 2 === 0;
      if (isGone) await mailServer.goDown();
      else mailServer.refuseWith = { code: 451, message: 'not now' };
      await last('down');
      if (isGone) await mailServer.comeBack();
      mailServer.refuseWith = null;
      await last('up');
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
