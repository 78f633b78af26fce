import { BlockList, isIP } from 'node:net';
import type { Settings } from '../settings.ts';

/**
 * Returns Fastify's `trustProxy` function, which says whether to believe the address that a hop reports. `hop` 0 is the
 * connected peer; higher hops go through `X-Forwarded-For` from its end. The proxies in front count by their number (TRUST_PROXY), sites that hand forms on
 * to this backend by their addresses (TRUST_FORWARDERS): browsers reach the backend without such a site too.
 */
export function trustProxies({
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
    // An IPv4 address as a socket for both families shows it.
    const bare = address.replace(/^::ffff:(?=\d+\.)/i, '');
    const family = isIP(bare);
    return family !== 0 && forwarders.check(bare, family === 6 ? 'ipv6' : 'ipv4');
  };
}
