import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPdf } from '../../../testing/sample-files.ts';
import { type Attack, AttackRecorder } from '../attack.ts';
import { createContactPost, createContactPostWithFile, createMultipartPost } from '../forms.ts';
import { getAttackerAddress, visitorAddress } from '../networks.ts';
import { serializeRequest } from '../raw-http.ts';

/** Milliseconds in which a visitor's form must be answered during slow uploads. */
const longestWait = 2_000;

/** Sends bodies one byte at a time while a visitor sends a form. */
export const slowUploads: Attack = {
  name: 'slow-uploads',
  run: async (target, isShort) => {
    const attempts = new AttackRecorder(target);
    const sockets = ['/contact-us', '/api/file/upload'].flatMap((path) =>
      Array.from({ length: isShort ? 15 : 50 }, (_, index) => {
        const bytes = serializeRequest(createMultipartPost(path, [createPdf('plan.pdf', 200_000)]));
        const socket = connect({ port: target.port, host: '127.0.0.1', localAddress: getAttackerAddress(index) });
        let sent = 1_000;
        socket.on('error', () => undefined);
        socket.write(bytes.subarray(0, sent));
        const timer = setInterval(() => socket.write(bytes.subarray(sent, ++sent)), 500);
        socket.once('close', () => clearInterval(timer));
        attempts.requests += 1;
        return socket;
      }),
    );
    await sleep(isShort ? 1_000 : 2_000);
    for (const [name, form, success] of [
      ['a form without JavaScript', createContactPostWithFile(), 303],
      ['a form with a script', createContactPost(), 200],
      ['an upload', createMultipartPost('/api/file/upload', [createPdf()]), 200],
    ] as const) {
      const { status, milliseconds } = await attempts.send(form, visitorAddress, 20_000);
      attempts.notes.push(`${name}: ${status} after ${Math.round(milliseconds)} ms`);
      attempts.expect(status === success && milliseconds < longestWait, `Slow senders keep ${name} waiting.`);
    }
    for (const socket of sockets) socket.destroy();
    return attempts;
  },
};
