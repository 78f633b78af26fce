/** The address of a visitor whose requests must be answered during an attack. */
export const visitorAddress = '127.0.0.2';

/** The address of a proxy that the site trusts. Its requests come from the address in their `X-Forwarded-For`. */
export const forwarderAddress = '127.0.0.3';

/** Returns a loopback address for an attacker. Numbers below 32,768 have addresses in different IPv4 /24s. */
export function getAttackerAddress(n: number): string {
  return `127.${16 + ((n >> 8) & 127)}.${n & 255}.${1 + ((n >> 15) & 127)}`;
}

/** Returns the n-th address of one IPv4 /24. */
export function getNeighbourAddress(n: number): string {
  return `127.7.7.${1 + (n % 254)}`;
}
