import { isIPv4, isIPv6, SocketAddress } from 'node:net';

/** Returns the eight groups of an IPv6 address as numbers, the dotted form of a mapped IPv4 address, or null. */
function parseAddress(address: string): { dotted: string } | { groups: number[] } | null {
  const [bare = ''] = address.split('%', 1);
  if (isIPv4(bare)) return { dotted: bare };
  if (!isIPv6(bare)) return null;
  // Node writes every spelling of a mapped address with dots (RFC 5952, section 5).
  const { address: canonical } = new SocketAddress({ address: bare, family: 'ipv6' });
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(canonical) ?? [];
  if (mapped) return { dotted: mapped };
  const [head = '', tail] = canonical.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  return { groups: [...before, ...zeros, ...after].map((group) => Number.parseInt(group, 16)) };
}

function formatPrefix(groups: number[], count: number): string {
  const kept = groups.slice(0, count).map((group) => group.toString(16));
  return `${kept.join(':')}::/${count * 16}`;
}

/**
 * Returns the network of an address. The network of IPv4, also written as IPv6 (RFC 4291, section 2.5.5.2), is the
 * address itself. The network of IPv6 is its first 64 bits, which one customer is assigned (RFC 6177).
 */
export function getNetwork(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return address.split('%', 1)[0] ?? '';
  return 'dotted' in parsed ? parsed.dotted : formatPrefix(parsed.groups, 4);
}

/** Returns the largest network that a provider gives one customer: /24 of IPv4, /48 of IPv6 (RFC 6177, section 2). */
export function getCustomerNetwork(address: string): string {
  const parsed = parseAddress(address);
  if (!parsed) return address;
  if ('dotted' in parsed) return `${parsed.dotted.replace(/\.\d+$/, '')}.0/24`;
  return formatPrefix(parsed.groups, 3);
}
