import type { FastifyRequest } from 'fastify';
import type { Caller } from '../context.ts';

/** Returns what a request says of who sends it; the Global Privacy Control is `Sec-GPC: 1` (W3C draft, section 3.3). */
export function callerOf({ headers, ip }: FastifyRequest): Caller {
  return { address: ip, userAgent: headers['user-agent'] ?? '', refusesTracking: headers['sec-gpc'] === '1' };
}
