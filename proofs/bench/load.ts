import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';

// Generates load in a process of its own, and prints the measurements as JSON. Each connection sends one request at a
// time. As little of a response as possible is parsed, so that the server is what is measured.

/** The requests of a measurement. */
export interface LoadOptions {
  port: number;
  /** Requested in turn. */
  paths: string[];
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** Each path is requested from a different network, by `X-Forwarded-For`. */
  isManyNetworks?: boolean;
}

/** The result of a measurement; times in milliseconds. */
export interface LoadResult {
  perSecond: number;
  p50: number;
  p99: number;
  /** Responses with a status other than 200. */
  failed: number;
}

/** Returns an address whose network no other number has. */
export function getNetworkAddress(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
}

const headEnd = Buffer.from('\r\n\r\n');

function parseBodyLength(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length === undefined) throw new Error(`A response without a length:\n${head}`);
  return Number(length);
}

function run({
  port,
  paths,
  connections,
  seconds,
  headers = {},
  isManyNetworks = false,
}: LoadOptions): Promise<LoadResult> {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = paths.map((path, index) => {
    const network = isManyNetworks ? `x-forwarded-for: ${getNetworkAddress(index)}\r\n` : '';
    return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}${network}\r\n`);
  });
  const times: number[] = [];
  let failed = 0;
  let requestCount = 0;
  const started = performance.now();
  const end = started + seconds * 1000;

  function runConnection(): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
      let sent = 0;
      /** Bytes of the current response that have not arrived; -1 before its head. */
      let bytesLeft = -1;
      let rest: Buffer | null = null;
      function sendRequest(): void {
        sent = performance.now();
        bytesLeft = -1;
        socket.write(requests[requestCount++ % requests.length] as Buffer);
      }
      function finishRequest(): void {
        const now = performance.now();
        times.push(now - sent);
        if (now < end) sendRequest();
        else {
          socket.destroy();
          resolve();
        }
      }
      socket.on('connect', sendRequest);
      socket.on('error', reject);
      socket.on('data', (part) => {
        if (bytesLeft >= 0) bytesLeft -= part.length;
        else {
          const all = rest ? Buffer.concat([rest, part]) : part;
          const at = all.indexOf(headEnd);
          if (at < 0) {
            rest = all;
            return;
          }
          rest = null;
          const head = all.toString('latin1', 0, at);
          if (!head.startsWith('HTTP/1.1 200')) failed++;
          bytesLeft = parseBodyLength(head) - (all.length - at - headEnd.length);
        }
        if (bytesLeft === 0) finishRequest();
      });
    });
  }

  return Promise.all(Array.from({ length: connections }, runConnection)).then(() => {
    const took = (performance.now() - started) / 1000;
    const sorted = times.sort((a, b) => a - b);
    const findQuantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    return { perSecond: sorted.length / took, p50: findQuantile(0.5), p99: findQuantile(0.99), failed };
  });
}

if (import.meta.main) console.log(JSON.stringify(await run((await json(process.stdin)) as LoadOptions)));
