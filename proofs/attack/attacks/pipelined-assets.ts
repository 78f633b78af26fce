import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Attack, AttackRecorder } from '../attack.ts';
import { getAttackerAddress } from '../networks.ts';
import { serializeRequest } from '../raw-http.ts';

/** Milliseconds after which the server must close a connection whose client reads nothing. */
const longestIdleWrite = 60_000;

/** Requests a script many times on connections that read slowly or never. */
export const pipelinedAssets: Attack = {
  name: 'pipelined-assets',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const page = await attempts.send({ path: '/' }, getAttackerAddress(0));
    const script = /\/assets\/[\w.-]+\.js/.exec(page.body)?.[0];
    if (!script) throw new Error('Home names no script');
    const request = serializeRequest({ path: script, headers: [['connection', 'keep-alive']] });
    const open = (from: string, count: number): Socket => {
      const socket = connect({ port: target.port, host: '127.0.0.1', localAddress: from });
      socket.on('error', () => undefined);
      socket.pause();
      socket.write(Buffer.concat(Array.from({ length: count }, () => request)));
      attempts.requests += count;
      return socket;
    };
    const greedy = Array.from({ length: 25 }, (_, index) => open(getAttackerAddress(index), 900));
    await sleep(isShort ? 1_500 : 3_000);
    const silent = Array.from({ length: isShort ? 0 : 100 }, (_, index) => open(getAttackerAddress(100 + index), 50));
    const sockets = [...greedy, ...silent];
    const started = performance.now();
    // Writing shows whether the server has closed a connection, which a paused socket does not notice.
    while (!isShort && performance.now() - started < longestIdleWrite && sockets.some((socket) => !socket.destroyed)) {
      for (const socket of sockets) socket.write('GET /');
      await sleep(1_000);
    }
    const left = sockets.filter((socket) => !socket.destroyed).length;
    if (!isShort) {
      attempts.notes.push(`${left} of ${sockets.length} unread connections left after ${longestIdleWrite / 1000} s`);
      attempts.expect(left === 0, 'Connections whose clients read nothing are not closed.');
    }
    for (const socket of sockets) socket.destroy();
    return attempts;
  },
};
