import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';

/** A TCP proxy before a database, whose connections a test can break. */
export interface DatabaseProxy {
  /** The connection to the database through the proxy. */
  config: pg.ClientConfig;
  /** Closes all connections and accepts no new ones, as when the database's machine restarts. */
  disconnect(): Promise<void>;
  /** Accepts connections again, on the same port. */
  reconnect(): Promise<void>;
  /** Stops forwarding on the open connections without closing them, as when a network loses its packets. */
  silence(): void;
}

/** Starts a proxy on a free port of 127.0.0.1 before the database of a connection. */
export async function startDatabaseProxy(given: pg.ClientConfig): Promise<DatabaseProxy> {
  const { host, port, user = '', database = '', password } = new pg.Client(given);
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const sockets = new Set<Socket>();
  let server: Server;
  let ownPort = 0;
  async function listen(): Promise<void> {
    server = createServer((client) => {
      const upstream = connect(target);
      client.pipe(upstream).pipe(client);
      for (const [one, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        sockets.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    }).listen(ownPort, '127.0.0.1');
    await once(server, 'listening');
    ownPort = (server.address() as AddressInfo).port;
  }
  await listen();
  return {
    config: { host: '127.0.0.1', port: ownPort, user, database, ...(password ? { password } : {}) },
    disconnect: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    reconnect: listen,
    silence: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}
