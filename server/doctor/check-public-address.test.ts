import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { checkPublicAddress } from './check-public-address.ts';

it('gives up on a server that accepts connections and never answers, and says so', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  expect(await checkPublicAddress(address, 200)).toEqual([
    { state: 'problem', text: 'certificate: no TLS connection within 0.2 s. Browsers refuse the site.' },
    { state: 'problem', text: expect.stringContaining(`address: ${address} does not answer (`) },
  ]);
  silent.close();
});
