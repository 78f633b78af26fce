import { connect } from 'node:net';

/** One HTTP/1.1 request, as the bytes it is made of; nothing is checked or escaped. */
export interface RawRequest {
  method?: string;
  /** The request target as it stands in the request line. */
  path: string;
  /** Header lines in order; a name may stand twice. `host`, `connection` and `content-length` are added where absent. */
  headers?: [name: string, value: string][];
  body?: Buffer | string;
}

export interface RawAnswer {
  /** 0 where the connection ended without an answer. */
  status: number;
  headers: Map<string, string>;
  body: string;
  milliseconds: number;
  /** Why there is no answer; null where there is one. */
  missing: string | null;
}

export interface ExchangeOptions {
  port: number;
  /** The loopback address the request comes from; each one is a network of its own. */
  from?: string;
  /** Milliseconds after which an unanswered connection is dropped. */
  timeout?: number;
}

const longestAnswer = 512 * 1024;

export function requestBytes({ method = 'GET', path, headers = [], body }: RawRequest): Buffer {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  const bytes = typeof body === 'string' ? Buffer.from(body) : (body ?? Buffer.alloc(0));
  const lines: [string, string][] = [...headers];
  if (!names.has('host')) lines.unshift(['host', 'localhost']);
  if (!names.has('connection')) lines.push(['connection', 'close']);
  if (body !== undefined && !names.has('content-length') && !names.has('transfer-encoding'))
    lines.push(['content-length', String(bytes.length)]);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes]);
}

function parseAnswer(received: Buffer, milliseconds: number, end: string): RawAnswer {
  const text = received.toString('utf8');
  const headEnd = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, Math.max(0, headEnd)).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
  return {
    status,
    headers: new Map(headers),
    body: headEnd < 0 ? '' : text.slice(headEnd + 4),
    milliseconds,
    missing: status === 0 ? end : null,
  };
}

/** Sends a request on a connection of its own and reads what comes back until the server closes it. */
export function exchange(request: RawRequest | Buffer, { port, from, timeout = 10_000 }: ExchangeOptions) {
  const bytes = Buffer.isBuffer(request) ? request : requestBytes(request);
  return new Promise<RawAnswer>((resolve) => {
    const started = performance.now();
    const parts: Buffer[] = [];
    let length = 0;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...(from ? { localAddress: from } : {}) }, () =>
      socket.write(bytes),
    );
    let end = 'closed before the answer';
    socket.setTimeout(timeout, () => {
      end = `no answer within ${timeout / 1_000} s`;
      socket.destroy();
    });
    socket.on('data', (part) => {
      length += part.length;
      if (length <= longestAnswer) parts.push(part);
    });
    socket.on('error', ({ message }) => {
      end = `closed before the answer (${message})`;
    });
    socket.once('close', () => resolve(parseAnswer(Buffer.concat(parts), performance.now() - started, end)));
  });
}
