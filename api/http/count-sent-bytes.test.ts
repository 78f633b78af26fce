import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { countSentBytes } from './count-sent-bytes.ts';

const size = 32 * 1024 * 1024;

it('counts the bytes that have left while a chunk is still being sent, which the public counts do not show', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause();
  const [socket] = await accepted;
  expect(countSentBytes(socket)).toBe(0);

  const written = new Promise((resolve) => socket.write(Buffer.alloc(size), resolve));
  // The kernel takes what fits into its buffers.
  await expect.poll(() => countSentBytes(socket)).toBeGreaterThan(0);
  const first = countSentBytes(socket);
  expect(first).toBeLessThan(size);
  // The client reads a part.
  const isHalfRead = new Promise<void>((resolve) => {
    let read = 0;
    client.on('data', (part) => {
      if (read < size / 2 && read + part.length >= size / 2) {
        client.pause();
        resolve();
      }
      read += part.length;
    });
  });
  client.resume();
  await isHalfRead;
  expect(countSentBytes(socket)).toBeGreaterThanOrEqual(size / 2);
  expect(countSentBytes(socket)).toBeLessThan(size);
  expect([socket.bytesWritten, socket.writableLength]).toEqual([size, size]);

  client.resume();
  await written;
  expect(countSentBytes(socket)).toBe(size);
  const closed = once(socket, 'close');
  client.destroy();
  socket.destroy();
  await closed;
  expect(countSentBytes(socket)).toBe(size);
  server.close();
});
