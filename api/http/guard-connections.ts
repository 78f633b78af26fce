import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network-of.ts';

/** What clients may hold of a server's sockets. Times are milliseconds. */
export const connectionLimits = {
  /** Open connections. One more closes a connection that waits for its client. */
  total: 1_024,
  perNetwork: 256,
  /** Requests of one connection that wait for the request before them. One more closes the connection. */
  pipelined: 8,
  /** A body that arrives, or an answer that leaves, more slowly is given up, */
  bytesPerSecond: 1_000,
  /** but not before this time, which a client on a bad line may need for its first bytes, */
  firstPause: 15_000,
  /** and bytes that moved sooner allow a pause of at most this. */
  longestPause: 30_000,
  /** A client that was told the end has this long to close its side. */
  closing: 5_000,
  /** Bytes of a body that are read and dropped after its answer. One more closes the connection. */
  dropped: 16 * 1024 * 1024,
  sweep: 1_000,
} as const;

/** The code of the `clientError` that a CONNECT request becomes. */
export const tunnelRefused = 'ERR_TUNNEL_REFUSED';

export type ConnectionLimits = { [N in keyof typeof connectionLimits]: number };

export interface GuardOptions {
  limits?: Partial<ConnectionLimits>;
  /** Connections come from proxies, whose addresses say nothing of visitors. */
  isProxied?: boolean;
}

type Exchange = [IncomingMessage, ServerResponse];

/** Allows pauses as long as enough bytes move: each `bytesPerSecond` of them buy a second. */
class Patience {
  #until = 0;
  #bytes = 0;
  readonly #limits: ConnectionLimits;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Whether a transfer that has moved so many bytes is too slow. */
  isOver(bytes: number, now: number): boolean {
    const { firstPause, longestPause, bytesPerSecond } = this.#limits;
    if (this.#until === 0) this.#until = now + firstPause;
    else {
      const bought = ((bytes - this.#bytes) / bytesPerSecond) * 1_000;
      this.#until = Math.min(this.#until + bought, now + Math.max(firstPause, longestPause));
    }
    this.#bytes = bytes;
    return now > this.#until;
  }

  /** Nothing moves, and nothing should. */
  rest(): void {
    this.#until = 0;
  }
}

interface Connection {
  socket: Socket;
  network: string;
  /** What the connection has just sent, while Node's parser reads it. */
  piece: Buffer | null;
  /** The last request; its body may still be on the way when its answer is sent. */
  request: IncomingMessage | null;
  /** The answer that is being made or sent. */
  response: ServerResponse | null;
  waiting: Exchange[];
  receiving: Patience;
  sending: Patience;
  /** Bytes of the socket that may be read, once what arrives is only dropped. */
  mostBytes: number;
  /** When this side was first seen ended. */
  endedAt: number | null;
}

/** Node shows nowhere else how many bytes the kernel has not taken yet; its own socket time-out reads it here too. */
type Handle = { _handle?: { writeQueueSize: number; bytesWritten: number } | null };

/** Bytes that the kernel has taken from a socket. */
function sentBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & Handle;
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength;
}

/** Whether the rest of a request's body is waited for, and not held back by us. */
function isReceiving({ request }: Connection): boolean {
  return request !== null && !request.complete && request.readableLength === 0;
}

/** Whether a connection costs nobody anything but its client when it closes. */
function isIdle({ request, response }: Connection): boolean {
  return response === null && (request === null || request.complete);
}

/** Whether the next move is the client's. */
function waitsForClient(connection: Connection): boolean {
  return isIdle(connection) || isReceiving(connection) || connection.socket.writableLength > 0;
}

/**
 * Has a listener answer for a server, one request of a connection after the other, and bounds what clients hold: open
 * connections, requests that wait, and bodies and answers that move too slowly. When there are too many connections, the
 * network with the most loses its oldest one that waits for its client, so that a newcomer is answered.
 */
export function serveGuarded(server: Server, listener: RequestListener, options: GuardOptions = {}): Server {
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

  function cut(connection: Connection): void {
    forget(connection);
    connection.socket.destroy();
  }

  function cutOneOf(candidates: Iterable<Connection>): boolean {
    const all = [...candidates];
    const found = all.find(isIdle) ?? all.find(waitsForClient);
    if (found) cut(found);
    return found !== undefined;
  }

  function hasRoom(network: string): boolean {
    const own = networks.get(network);
    if (!options.isProxied && own && own.size >= limits.perNetwork) return cutOneOf(own);
    if (connections.size < limits.total) return true;
    const [most] = [...networks.values()].sort((a, b) => b.size - a.size);
    return cutOneOf(most ?? []);
  }

  /**
   * Has Node close a connection after its last answer only when the body of the request has been read to its end and dropped. A
   * system that receives bytes for a closed socket resets the connection, and the sender loses the answer (RFC 9112, 9.6).
   */
  function closeAfterBody(connection: Connection): void {
    const { socket } = connection;
    const destroySoon = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const { request } = connection;
      if (!request || request.complete || request.destroyed) return destroySoon();
      connection.mostBytes = socket.bytesRead + limits.dropped;
      request.once('end', destroySoon);
      request.resume();
      socket.end();
    };
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    if (!hasRoom(network)) return void socket.destroy();
    const connection: Connection = {
      socket,
      network,
      piece: null,
      request: null,
      response: null,
      waiting: [],
      receiving: new Patience(limits),
      sending: new Patience(limits),
      mostBytes: Number.POSITIVE_INFINITY,
      endedAt: null,
    };
    connections.set(socket, connection);
    networks.set(network, (networks.get(network) ?? new Set()).add(connection));
    socket.once('close', () => forget(connection));
    // One listener before that of Node's parser, one after it.
    socket.prependListener('data', (piece: Buffer) => {
      connection.piece = piece;
    });
    socket.on('data', () => {
      connection.piece = null;
      if (socket.bytesRead > connection.mostBytes) cut(connection);
    });
    closeAfterBody(connection);
  });

  function begin(connection: Connection, [request, response]: Exchange): void {
    connection.request = request;
    connection.response = response;
    response.once('close', () => {
      connection.response = null;
      const next = connection.waiting.shift();
      if (next) begin(connection, next);
    });
    listener(request, response);
  }

  server.on('request', (request, response) => {
    const connection = connections.get(request.socket);
    // Node goes on reading what a connection sent before it was closed.
    if (!connection) return;
    if (!connection.response) begin(connection, [request, response]);
    else if (connection.waiting.length < limits.pipelined) connection.waiting.push([request, response]);
    else {
      cut(connection);
      // The parser reads on where it stands and makes a request of each line that asks for something, 2,000 in a twentieth of a
      // second. What is left of the piece becomes nothing that it can read.
      connection.piece?.fill(0);
    }
  });

  // CONNECT never becomes a request: Node hands over the socket, without any listener, and closes it where nobody takes it.
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined);
    socket.resume();
    const connection = connections.get(socket);
    const refusal = Object.assign(new Error('A request for a tunnel'), { code: tunnelRefused });
    if (!connection?.response) return void server.emit('clientError', refusal, socket);
    // The refusal would be taken for the answer to the request before. Without its parser the socket answers only that one.
    connection.waiting = [];
    connection.response.once('close', () => cut(connection));
  });

  function checkBody(connection: Connection, now: number): void {
    const { socket, response, receiving } = connection;
    if (!isReceiving(connection)) receiving.rest();
    else if (receiving.isOver(socket.bytesRead, now)) {
      receiving.rest();
      const late = Object.assign(new Error('The body arrives too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      if (response && !response.headersSent) server.emit('clientError', late, socket);
      else cut(connection);
    }
  }

  function checkAnswer(connection: Connection, now: number): void {
    const { socket, sending } = connection;
    if (socket.writableLength === 0) sending.rest();
    else if (sending.isOver(sentBytes(socket), now)) cut(connection);
    if (!socket.writableEnded) return;
    connection.endedAt ??= now;
    if (now - connection.endedAt > limits.closing) cut(connection);
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
