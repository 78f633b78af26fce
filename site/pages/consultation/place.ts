import type { Done, Place } from '../../parts/consultation-address.ts';

const allDone: readonly Done[] = ['confirmed', 'moved', 'cancelled'];

function isInstant(text: string | null): boolean {
  return /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
}

/** Reads what of it an address holds. */
export function placeOf({ searchParams }: URL): Place {
  return {
    zone: searchParams.get('zone'),
    from: searchParams.get('from'),
    hold: searchParams.get('hold'),
    manage: searchParams.get('manage'),
    to: isInstant(searchParams.get('to')) ? searchParams.get('to') : null,
    ask: searchParams.get('ask') === 'cancel' ? 'cancel' : null,
    done: allDone.find((done) => done === searchParams.get('done')) ?? null,
  };
}
