import { connect } from 'node:net';

/** An HTTP/1.1 request that is sent without validation or escaping. */
export interface RawRequest {
  method?: string;
  /** The request target, exactly as in the request line. */
  path: string;
  /** Header lines in order; a name may occur twice. `host`, `connection` and `content-length` are added if missing. */
  headers?: [name: string, value: string][];
  body?: Buffer | string;
}

export interface RawResponse {
  /** 0 if the connection ended without a response. */
  status: number;
  headers: Map<string, string>;
  body: string;
  milliseconds: number;
  /** Why there is no response; null if there is one. */
  noResponseReason: string | null;
}

export interface SendOptions {
  port: number;
  /** The loopback address of the client; each counts as a different network. */
  from?: string;
  /** Milliseconds after which a connection without a response is closed. */
  timeout?: number;
}

/** Bytes of a response that are kept; the rest is received and discarded. */
const maxKeptBytes = 512 * 1024;

/** Returns the bytes of a request as they are sent. */
export function serializeRequest({ method = 'GET', path, headers = [], body }: RawRequest): Buffer {
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

function parseResponse(received: Buffer, milliseconds: number, reason: string): RawResponse {
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
    noResponseReason: status === 0 ? reason : null,
  };
}

/** Sends a request on a new connection and reads the response until the server closes the connection. */
export function sendRawRequest(request: RawRequest | Buffer, { port, from, timeout = 10_000 }: SendOptions) {
  const bytes = Buffer.isBuffer(request) ? request : serializeRequest(request);
  return new Promise<RawResponse>((resolve) => {
    const started = performance.now();
    const parts: Buffer[] = [];
    let length = 0;
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...(from ? { localAddress: from } : {}) }, () =>
      socket.write(bytes),
    );
    let reason = 'closed before the response';
    socket.setTimeout(timeout, () => {
      reason = `no response within ${timeout / 1_000} s`;
      socket.destroy();
    });
    socket.on('data', (part) => {
      length += part.length;
      if (length <= maxKeptBytes) parts.push(part);
    });
    socket.on('error', ({ message }) => {
      reason = `closed before the response (${message})`;
    });
    socket.once('close', () => resolve(parseResponse(Buffer.concat(parts), performance.now() - started, reason)));
  });
}
