import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';

/** A way to a database over TCP that can be cut, as when its machine restarts. */
export interface DatabaseWay {
  config: pg.ClientConfig;
  /** Ends all connections and takes no new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
}

export async function openDatabaseWay(given: pg.ClientConfig): Promise<DatabaseWay> {
  const { host, port, user = '', database = '', password } = new pg.Client(given);
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const present = new Set<Socket>();
  let server: Server;
  let near = 0;
  async function open(): Promise<void> {
    server = createServer((socket) => {
      const behind = connect(target);
      socket.pipe(behind).pipe(socket);
      for (const [one, other] of [
        [socket, behind],
        [behind, socket],
      ] as const) {
        present.add(one);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          present.delete(one);
          other.destroy();
        });
      }
    }).listen(near, '127.0.0.1');
    await once(server, 'listening');
    near = (server.address() as AddressInfo).port;
  }
  await open();
  return {
    config: { host: '127.0.0.1', port: near, user, database, ...(password ? { password } : {}) },
    cut: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of present) socket.destroy();
      await closed;
    },
    restore: open,
  };
}
