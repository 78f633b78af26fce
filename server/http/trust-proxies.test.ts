import { expect, it } from 'vitest';
import { createServer } from '../../api/http/create-server.ts';
import { createTrustProxy } from './trust-proxies.ts';

/** Returns the address that a server takes for the visitor's. */
async function getVisitor(
  settings: { TRUST_PROXY: number; TRUST_FORWARDERS: string[] },
  socket: string,
  forwarded?: string,
): Promise<string> {
  const app = createServer({ trustProxy: createTrustProxy(settings) });
  app.get('/', async (request) => ({ ip: request.ip }));
  const headers = forwarded ? { 'x-forwarded-for': forwarded } : {};
  const { ip } = (await app.inject({ url: '/', remoteAddress: socket, headers })).json();
  await app.close();
  return ip;
}

const [site, visitor, proxy] = ['192.0.2.7', '2001:db8::1', '10.0.0.1'];

it('believes X-Forwarded-For from a site that forwards forms, and from no other client', async () => {
  const settings = { TRUST_PROXY: 0, TRUST_FORWARDERS: [site, '2001:db8:f::/48'] };
  expect(await getVisitor(settings, site, visitor)).toBe(visitor);
  expect(await getVisitor(settings, `::ffff:${site}`, visitor)).toBe(visitor);
  expect(await getVisitor(settings, '2001:db8:f::2', visitor)).toBe(visitor);
  expect(await getVisitor(settings, site)).toBe(site);
  // A browser that calls the backend directly.
  expect(await getVisitor(settings, visitor, '198.51.100.9')).toBe(visitor);
  expect(await getVisitor(settings, visitor, `198.51.100.9, ${site}`)).toBe(visitor);
});

it('believes such a site behind proxies too', async () => {
  const settings = { TRUST_PROXY: 1, TRUST_FORWARDERS: [site] };
  expect(await getVisitor(settings, proxy, `${visitor}, ${site}`)).toBe(visitor);
  expect(await getVisitor(settings, proxy, visitor)).toBe(visitor);
  expect(await getVisitor(settings, proxy, `198.51.100.9, ${visitor}`)).toBe(visitor);
});

it('believes no client without settings', async () => {
  expect(await getVisitor({ TRUST_PROXY: 0, TRUST_FORWARDERS: [] }, site, visitor)).toBe(site);
});
