import type { CompletedChange, ConsultationParameters } from '../../parts/consultation-address.ts';

const changes: readonly CompletedChange[] = ['confirmed', 'moved', 'cancelled'];

function isInstant(text: string | null): boolean {
  return /^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
}

/**
 * Reads the parameters of the consultation page from its address. Invalid values of `to`, `ask` and `done` become null.
 */
export function readParameters({ searchParams }: URL): ConsultationParameters {
  return {
    zone: searchParams.get('zone'),
    from: searchParams.get('from'),
    hold: searchParams.get('hold'),
    manage: searchParams.get('manage'),
    to: isInstant(searchParams.get('to')) ? searchParams.get('to') : null,
    ask: searchParams.get('ask') === 'cancel' ? 'cancel' : null,
    done: changes.find((change) => change === searchParams.get('done')) ?? null,
  };
}
