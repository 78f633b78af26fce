import type { EntrySummary } from './shapes.ts';

/** Returns why there is nothing to publish in an entry; null if publishing would change what visitors see. */
export function findPublishObstacle({
  state,
  isChanged,
  nextAt,
}: Pick<EntrySummary, 'state' | 'isChanged' | 'nextAt'>): string | null {
  return state === 'PUBLISHED' && !isChanged && !nextAt ? 'Visitors already see this text.' : null;
}
