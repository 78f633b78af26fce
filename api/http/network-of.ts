import { isIPv6 } from 'node:net';

/**
 * The network an address stands for: an IPv4 address itself, also where it is written as IPv6 (RFC 4291, section 2.5.5.2);
 * of an IPv6 address its first 64 bits, for whoever has one of them has them all (RFC 6177).
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1);
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare) ?? [];
  if (mapped) return mapped;
  if (!isIPv6(bare)) return bare;
  const [head = '', tail] = bare.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
  return `${groups.join(':')}::/64`;
}
