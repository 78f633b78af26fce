import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getNetworkAddress, type LoadOptions, type LoadResult } from './load.ts';

/** Whether wrk is installed. It uses less processor time for a request than our own generator. */
export const hasWrk = spawnSync('wrk', ['-v'], { stdio: 'ignore' }).error === undefined;

const units: Record<string, number> = { us: 0.001, ms: 1, s: 1_000, m: 60_000 };

function parseMilliseconds(text: string | undefined): number {
  const [, value, unit = ''] = /^([\d.]+)(us|ms|s|m)$/.exec(text ?? '') ?? [];
  return Number(value) * (units[unit] ?? Number.NaN);
}

function parseWrkReport(printed: string): LoadResult {
  const readQuantile = (share: number) =>
    parseMilliseconds(new RegExp(`^\\s+${share}%\\s+(\\S+)`, 'm').exec(printed)?.[1]);
  const [, perSecond] = /^Requests\/sec:\s+([\d.]+)/m.exec(printed) ?? [];
  const [, refused = '0'] = /^\s+Non-2xx or 3xx responses: (\d+)/m.exec(printed) ?? [];
  const errors = /^\s+Socket errors: (.*)$/m.exec(printed)?.[1]?.match(/\d+/g) ?? [];
  const failed = [refused, ...errors].reduce((sum, count) => sum + Number(count), 0);
  if (!perSecond) throw new Error(`wrk printed no figures:\n${printed}`);
  return { perSecond: Number(perSecond), p50: readQuantile(50), p99: readQuantile(99), failed };
}

/** Requests paths in turn. `prefix` holds the words that pin wrk to a core. */
export async function runWrk(
  { port, paths, connections, seconds, headers = {}, isManyNetworks = false }: LoadOptions,
  prefix: string[],
): Promise<LoadResult> {
  const folder = await mkdtemp(join(tmpdir(), 'site-wrk-'));
  try {
    const script = join(folder, 'paths.lua');
    const lines = paths.map((path, index) => {
      const network = isManyNetworks ? `, {["X-Forwarded-For"]="${getNetworkAddress(index)}"}` : '';
      return `wrk.format("GET", ${JSON.stringify(path)}${network})`;
    });
    await writeFile(
      script,
      `init = function() asked = {${lines.join(', ')}}; at = 0 end\n` +
        'request = function() at = at % #asked + 1; return asked[at] end\n',
    );
    const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, ...given];
    const [program = '', ...rest] = [...prefix, 'wrk', ...args, `http://127.0.0.1:${port}`];
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (part) => {
      printed += part;
    });
    await new Promise((resolve) => child.once('close', resolve));
    return parseWrkReport(printed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
