import { once } from 'node:events';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { sendPicture } from './send-picture.ts';

it('keeps no picture in memory for a client that left before the picture was sent', async () => {
  const app = fastify();
  const leaving = new AbortController();
  const answered = Promise.withResolvers<void>();
  let reads = 0;
  const picture = {
    etag: '"of-this-test"',
    type: 'image/png',
    read: () => {
      reads += 1;
      return Buffer.from('bytes');
    },
  };
  app.get('/left', async (request, reply) => {
    leaving.abort();
    await once(reply.raw, 'close');
    await sendPicture(request, reply, picture);
    answered.resolve();
    return reply;
  });
  app.get('/stayed', (request, reply) => sendPicture(request, reply, picture));
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  await expect(fetch(`${address}/left`, { signal: leaving.signal })).rejects.toThrow('aborted');
  await answered.promise;
  expect(await (await fetch(`${address}/stayed`)).text()).toBe('bytes');
  expect(reads).toBe(2);
  await app.close();
});
