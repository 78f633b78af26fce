import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Settings } from '../settings.ts';

/**
 * Returns Fastify's `trustProxy` function, which decides whether to believe the address that a hop reports. Hop 0 is
 * the connected peer; the higher hops are in `X-Forwarded-For`, read from its end.
 *
 * Proxies in front of the server are trusted by their number (TRUST_PROXY). Sites that forward forms to this backend
 * are trusted by their addresses (TRUST_FORWARDERS), because browsers can also reach the backend directly.
 */
export function createTrustProxy({
  TRUST_PROXY,
  TRUST_FORWARDERS,
}: Pick<Settings, 'TRUST_PROXY' | 'TRUST_FORWARDERS'>): (address: string, hop: number) => boolean {
  const forwarders = new BlockList();
  for (const network of TRUST_FORWARDERS) {
    const [address = '', bits] = network.split('/', 2);
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    forwarders.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (address, hop) => {
    if (hop < TRUST_PROXY) return true;
    // A dual-stack socket shows an IPv4 address as IPv4-mapped IPv6.
    const bare = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIP(bare);
    return family !== 0 && forwarders.check(bare, family === 6 ? 'ipv6' : 'ipv4');
  };
}

/** Returns the address of the visitor who sent a request, as Fastify's `request.ip` does. */
export function findSender(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  isTrusted: ReturnType<typeof createTrustProxy>,
): string {
  let address = socket.remoteAddress ?? '';
  const reported = headers['x-forwarded-for']?.toString();
  if (reported === undefined) return address;
  for (const [hop, reporter] of reported.split(',').reverse().entries()) {
    if (!isTrusted(address, hop)) break;
    address = reporter.trim();
  }
  return address;
}
