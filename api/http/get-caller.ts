import type { FastifyRequest } from 'fastify';
import type { Caller } from '../context.ts';

/** Returns the caller of a visitor's request. Global Privacy Control is `Sec-GPC: 1` (W3C draft, section 3.3). */
export function getCaller({ headers, ip }: FastifyRequest): Caller {
  return {
    address: ip,
    userAgent: headers['user-agent'] ?? '',
    refusesTracking: headers['sec-gpc'] === '1',
    actor: null,
  };
}
