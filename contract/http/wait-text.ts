import { formatCount } from '../content/number-text.ts';

/**
 * Formats a waiting time for people: `20 seconds`, `1 minute`, `10 minutes`; rounded up, so that it is never too short.
 */
export function formatWait(seconds: number): string {
  const [count, unit] = seconds < 60 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return formatCount(count, unit);
}
