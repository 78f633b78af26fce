import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SiteProcess, startSiteProcess } from './running-site.ts';
import { limits, pollWithin, waitWithin } from './wait-within.ts';

/** A site whose process is killed and restarted, on the same port and data folder. */
export interface KillableSite {
  address: string;
  /** Milliseconds from the last start after each kill until `/readyz` answered 200. */
  readyAfter: number[];
  /** Settles when the site is ready. Each restart has a new promise. */
  whenReady(): Promise<void>;
  /** Sends SIGKILL and restarts at once. For each number, one more start is killed after so many milliseconds. */
  kill(whileStarting?: number[]): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a site on a data folder, which is kept when the site stops. */
export async function startKillableSite(dataDir: string, env: Record<string, string>): Promise<KillableSite> {
  let site: SiteProcess = await waitWithin(limits.start, 'the start of the site', startSiteProcess({ dataDir, env }));
  const { address } = site;
  const { port } = new URL(address);
  const readyAfter: number[] = [];
  let ready: Promise<void> = Promise.resolve();

  async function killProcess(child: ChildProcess): Promise<void> {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }

  /** Starts the site and kills it before it is ready, or soon after. */
  async function startAndKill(milliseconds: number): Promise<void> {
    let child: ChildProcess | undefined;
    const starting = startSiteProcess({
      dataDir,
      env: { ...env, PORT: port },
      spawned: (spawned) => {
        child = spawned;
      },
    }).catch(() => undefined);
    await sleep(milliseconds);
    if (child?.exitCode === null) await killProcess(child);
    await starting;
  }

  async function restart(whileStarting: number[]): Promise<void> {
    await killProcess(site.process);
    for (const milliseconds of whileStarting) await startAndKill(milliseconds);
    const started = performance.now();
    const starting = startSiteProcess({ dataDir, env: { ...env, PORT: port } });
    site = await waitWithin(limits.start, 'the start of the killed site', starting);
    await pollWithin(limits.recovery, 'a ready site after a kill', async () => {
      const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(limits.answer) }).catch(() => null);
      return answer?.status === 200;
    });
    readyAfter.push(performance.now() - started);
  }

  return {
    address,
    readyAfter,
    whenReady: () => ready,
    kill: (whileStarting = []) => {
      ready = restart(whileStarting);
      return ready;
    },
    stop: async () => {
      await ready;
      await site.stop();
    },
  };
}
