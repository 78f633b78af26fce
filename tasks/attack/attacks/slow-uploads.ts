import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { samplePdf } from '../../../testing/sample-files.ts';
import { type Attack, Attempts } from '../attack.ts';
import { requestBytes } from '../exchange.ts';
import { contactPost, multipartPost, plainContactForm } from '../forms.ts';
import { attackerNetwork, visitorNetwork } from '../networks.ts';

/** Milliseconds in which a visitor's form must be answered while others send slowly. */
const longestWait = 2_000;

/** Sends bodies a byte at a time while a visitor sends a form. */
export const slowUploads: Attack = {
  name: 'slow-uploads',
  run: async (target, isShort) => {
    const attempts = new Attempts(target);
    const sockets = ['/contact-us', '/api/file/upload'].flatMap((path) =>
      Array.from({ length: isShort ? 15 : 50 }, (_, index) => {
        const bytes = requestBytes(multipartPost(path, [samplePdf('plan.pdf', 200_000)]));
        const socket = connect({ port: target.port, host: '127.0.0.1', localAddress: attackerNetwork(index) });
        let sent = 1_000;
        socket.on('error', () => undefined);
        socket.write(bytes.subarray(0, sent));
        const timer = setInterval(() => socket.write(bytes.subarray(sent, ++sent)), 500);
        socket.once('close', () => clearInterval(timer));
        attempts.requests += 1;
        return socket;
      }),
    );
    await sleep(2_000);
    for (const [name, form, success] of [
      ['a form without JavaScript', plainContactForm(), 303],
      ['a form with a script', contactPost(), 200],
      ['an upload', multipartPost('/api/file/upload', [samplePdf()]), 200],
    ] as const) {
      const { status, milliseconds } = await attempts.send(form, visitorNetwork, 20_000);
      attempts.notes.push(`${name}: ${status} after ${Math.round(milliseconds)} ms`);
      attempts.expect(status === success && milliseconds < longestWait, `Slow senders keep ${name} waiting.`);
    }
    for (const socket of sockets) socket.destroy();
    return attempts;
  },
};
