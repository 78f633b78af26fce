import { type Logger, pino } from 'pino';

/**
 * One JSON line for each event, to standard output. Lines are written some at a time, within a tenth of a second and when the
 * process ends: a write for each would cost more than many an answer.
 */
export function openLog(): Logger {
  return pino(pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 100 }));
}
