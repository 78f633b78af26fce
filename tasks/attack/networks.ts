/** The visitor whose requests must be answered while others attack. */
export const visitorNetwork = '127.0.0.2';

/** The n-th of 65,536 loopback addresses that an attack comes from, each in an IPv4 /24 of its own. */
export function attackerNetwork(n: number): string {
  return `127.${16 + ((n >> 8) & 127)}.${n & 255}.${1 + ((n >> 15) & 127)}`;
}

/** The n-th address of one IPv4 /24. */
export function neighbour(n: number): string {
  return `127.7.7.${1 + (n % 254)}`;
}
