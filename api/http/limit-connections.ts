import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getNetwork } from '../limit-rates.ts';
import { countSentBytes } from './count-sent-bytes.ts';

/** Limits of a server's connections. Times are milliseconds. */
const connectionLimits = {
  /** Open connections, in all and of one network. A further connection closes one that waits for its client. */
  total: 1_024,
  perNetwork: 256,
  /** Pipelined requests of one connection that wait. A further request closes the connection. */
  pipelined: 8,
  /** The minimum rate of a body that arrives or an answer that leaves. Slower transfers are closed. */
  bytesPerSecond: 1_000,
  /** The time before the minimum rate applies, because a slow line needs time for its first bytes. */
  firstPause: 15_000,
  /** The longest pause of a transfer that was faster than the minimum rate before. */
  longestPause: 30_000,
  /** The time in which a client must close its side after the end of the answer. */
  closing: 5_000,
  /** Bytes of a body that are read and dropped after its answer. A further byte closes the connection. */
  dropped: 16 * 1024 * 1024,
  /** The interval between two checks of all connections. */
  sweep: 1_000,
} as const;

/** The code of the `clientError` that a CONNECT request becomes. */
export const tunnelRefused = 'ERR_TUNNEL_REFUSED';

export type ConnectionLimits = { [N in keyof typeof connectionLimits]: number };

export interface LimitConnectionsOptions {
  limits?: Partial<ConnectionLimits>;
  /** Connections come from proxies, whose addresses do not identify visitors. */
  isProxied?: boolean;
}

type Exchange = [IncomingMessage, ServerResponse];

/** Finds a transfer that is too slow. Each `bytesPerSecond` bytes permit one more second. */
class MinimumTransferRate {
  #until = 0;
  #bytes = 0;
  readonly #limits: ConnectionLimits;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Returns whether a transfer is too slow, given its bytes so far. */
  isTooSlow(bytes: number, now: number): boolean {
    const { firstPause, longestPause, bytesPerSecond } = this.#limits;
    if (this.#until === 0) this.#until = now + firstPause;
    else {
      const earned = ((bytes - this.#bytes) / bytesPerSecond) * 1_000;
      this.#until = Math.min(this.#until + earned, now + Math.max(firstPause, longestPause));
    }
    this.#bytes = bytes;
    return now > this.#until;
  }

  /** Starts again with the next transfer. */
  clear(): void {
    this.#until = 0;
  }
}

interface Connection {
  socket: Socket;
  network: string;
  /** The chunk of the connection that Node's parser reads now. */
  chunk: Buffer | null;
  /** The last request; its body may still arrive when its answer is sent. */
  request: IncomingMessage | null;
  /** The answer that is being made or sent. */
  response: ServerResponse | null;
  waiting: Exchange[];
  receiving: MinimumTransferRate;
  sending: MinimumTransferRate;
  /** The total of bytes that may be read from the socket; limited once they are only dropped. */
  maxBytesRead: number;
  /** When a check first found that this side of the connection has ended. */
  endedAt: number | null;
}

/** Returns whether the rest of a request's body is awaited, and not paused by this server. */
function isReceiving({ request }: Connection): boolean {
  return request !== null && !request.complete && request.readableLength === 0;
}

/** Returns whether closing a connection affects only its client. */
function isIdle({ request, response }: Connection): boolean {
  return response === null && (request === null || request.complete);
}

function isWaitingForClient(connection: Connection): boolean {
  return isIdle(connection) || isReceiving(connection) || connection.socket.writableLength > 0;
}

/**
 * Guards a server's connections: answers one request of a connection at a time, and limits open connections, waiting
 * requests, and slow bodies and answers. When there are too many connections, the network with the most loses its
 * oldest waiting connection, so that new clients are answered.
 */
export function limitConnections(
  server: Server,
  listener: RequestListener,
  options: LimitConnectionsOptions = {},
): Server {
  const limits: ConnectionLimits = { ...connectionLimits, ...options.limits };
  const networks = new Map<string, Set<Connection>>();
  const connections = new Map<Socket, Connection>();

  function forget(connection: Connection): void {
    const { socket, network } = connection;
    connections.delete(socket);
    connection.waiting = [];
    const neighbours = networks.get(network);
    neighbours?.delete(connection);
    if (neighbours?.size === 0) networks.delete(network);
  }

  function closeConnection(connection: Connection): void {
    forget(connection);
    connection.socket.destroy();
  }

  function closeWaitingConnection(candidates: Iterable<Connection>): boolean {
    const all = [...candidates];
    const found = all.find(isIdle) ?? all.find(isWaitingForClient);
    if (found) closeConnection(found);
    return found !== undefined;
  }

  function makeRoom(network: string): boolean {
    const own = networks.get(network);
    if (!options.isProxied && own && own.size >= limits.perNetwork) return closeWaitingConnection(own);
    if (connections.size < limits.total) return true;
    const [most] = [...networks.values()].sort((a, b) => b.size - a.size);
    return closeWaitingConnection(most ?? []);
  }

  /**
   * Closes a connection after its last answer only when the body of the request was read to its end. An operating
   * system that receives bytes for a closed socket resets the connection, and the sender loses the answer (RFC 9112,
   * 9.6).
   */
  function closeAfterBody(connection: Connection): void {
    const { socket } = connection;
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const { request } = connection;
      if (!request || request.complete || request.destroyed) return destroySoon();
      connection.maxBytesRead = socket.bytesRead + limits.dropped;
      request.once('end', destroySoon);
      request.resume();
      socket.end();
    };
  }

  server.on('connection', (socket: Socket) => {
    const network = getNetwork(socket.remoteAddress ?? '');
    if (!makeRoom(network)) return void socket.destroy();
    const connection: Connection = {
      socket,
      network,
      chunk: null,
      request: null,
      response: null,
      waiting: [],
      receiving: new MinimumTransferRate(limits),
      sending: new MinimumTransferRate(limits),
      maxBytesRead: Number.POSITIVE_INFINITY,
      endedAt: null,
    };
    connections.set(socket, connection);
    networks.set(network, (networks.get(network) ?? new Set()).add(connection));
    socket.once('close', () => forget(connection));
    // One listener before that of Node's parser, one after it.
    socket.prependListener('data', (chunk: Buffer) => {
      connection.chunk = chunk;
    });
    socket.on('data', () => {
      connection.chunk = null;
      if (socket.bytesRead > connection.maxBytesRead) closeConnection(connection);
    });
    closeAfterBody(connection);
  });

  function startExchange(connection: Connection, [request, response]: Exchange): void {
    connection.request = request;
    connection.response = response;
    response.once('close', () => {
      connection.response = null;
      const next = connection.waiting.shift();
      if (next) startExchange(connection, next);
    });
    listener(request, response);
  }

  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    // Node continues to parse data received before a connection was closed.
    if (!connection) return;
    if (!connection.response) startExchange(connection, [request, response]);
    else if (connection.waiting.length < limits.pipelined) connection.waiting.push([request, response]);
    else {
      closeConnection(connection);
      // Node's parser would make a request of every remaining request line of the chunk, 2,000 in a twentieth of a
      // second. The rest of the chunk is overwritten with bytes that it cannot parse.
      connection.chunk?.fill(0);
    }
  });

  // CONNECT never becomes a request: Node hands over the socket without listeners, and closes it without a handler.
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    const connection = connections.get(socket);
    if (connection) connection.maxBytesRead = socket.bytesRead + limits.dropped;
    const refusal = Object.assign(new Error('A request for a tunnel'), { code: tunnelRefused });
    if (!connection?.response) return void server.emit('clientError', refusal, socket);
    // Sent now, the refusal would be taken for the answer to the request before, so only that request is answered.
    connection.waiting = [];
    connection.response.once('close', () => closeConnection(connection));
  });

  function checkBody(connection: Connection, now: number): void {
    const { socket, response, receiving } = connection;
    if (!isReceiving(connection)) receiving.clear();
    else if (receiving.isTooSlow(socket.bytesRead, now)) {
      receiving.clear();
      const late = Object.assign(new Error('The body arrives too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (response && !response.headersSent) server.emit('clientError', late, socket);
      else closeConnection(connection);
    }
  }

  function checkAnswer(connection: Connection, now: number): void {
    const { socket, sending } = connection;
    if (socket.writableLength === 0) sending.clear();
    else if (sending.isTooSlow(countSentBytes(socket), now)) closeConnection(connection);
    if (!socket.writableEnded) return;
    connection.endedAt ??= now;
    if (now - connection.endedAt > limits.closing) closeConnection(connection);
  }

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const connection of connections.values()) {
      checkBody(connection, now);
      checkAnswer(connection, now);
    }
  }, limits.sweep);
  sweep.unref();
  server.on('close', () => clearInterval(sweep));
  return server;
}
