import type { Command } from 'commander';
import { addExamples } from './options.ts';
import { UsageError } from './usage-error.ts';

/** Returns why the server is not ready; null if it is ready. The server must answer within `limit` milliseconds. */
async function findProblem(limit: number): Promise<string | null> {
  const url = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;
  try {
    const { ok, status } = await fetch(url, { signal: AbortSignal.timeout(limit) });
    return ok ? null : `${url} answered ${status}`;
  } catch (error) {
    // `fetch` rejects with an Error only.
    const { name, cause = error } = error as Error;
    return name === 'TimeoutError' ? `${url} did not answer within ${limit} ms` : `${url} cannot be reached: ${cause}`;
  }
}

async function runHealth(given: string): Promise<void> {
  if (!/^[1-9]\d{0,8}$/.test(given)) throw new UsageError(`"${given}" is no number of milliseconds.`);
  const problem = await findProblem(Number(given));
  if (!problem) return;
  console.error(problem);
  process.exitCode = 1;
}

export function defineHealth(command: Command): void {
  command
    .description(
      'Ends with 0 if the server at PORT of this machine is ready, else with 1 and the reason. The health check of the ' +
        'container.',
    )
    .argument('[milliseconds]', 'the time in which the server must answer', '10000');
  addExamples(command, ['health', 'health 2000']).action(runHealth);
}
