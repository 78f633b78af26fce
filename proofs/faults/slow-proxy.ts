import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy that delays what it forwards, in both directions. */
export interface SlowProxy {
  port: number;
  /** Milliseconds by which every part is delayed; Infinity forwards nothing. */
  delay: number;
  /** Where new connections lead. */
  target: NetConnectOpts;
  /** Ends all connections. */
  disconnect(): void;
  close(): Promise<void>;
}

/** Starts a proxy on a free port of 127.0.0.1 that forwards without a delay. */
export async function startSlowProxy(target: NetConnectOpts): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  async function forward(from: Socket, to: Socket): Promise<void> {
    for await (const part of from) {
      const { delay } = proxy;
      // A silent network keeps connections open and delivers nothing.
      if (delay === Number.POSITIVE_INFINITY) continue;
      if (delay > 0) await sleep(delay);
      to.write(part);
    }
    to.end();
  }
  const server = createServer((client) => {
    const upstream = connect(proxy.target);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    forward(client, upstream).catch(() => upstream.destroy());
    forward(upstream, client).catch(() => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: SlowProxy = {
    port: (server.address() as AddressInfo).port,
    delay: 0,
    target,
    disconnect: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      proxy.disconnect();
      await closed;
    },
  };
  return proxy;
}
