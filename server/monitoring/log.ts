import { type DestinationStream, type Logger, pino } from 'pino';
import { serializeError } from '../process/describe-error.ts';

/** Creates a logger whose errors never hold what a visitor sent. */
export function createLogger(destination: DestinationStream, level = 'info'): Logger {
  return pino({ level, serializers: { err: (error) => serializeError(error) } }, destination);
}

/**
 * One JSON line for each event, to standard output. Lines are written some at a time, within a tenth of a second and when the
 * process ends: a write for each would cost more than many an answer.
 */
export function openLog(): Logger {
  return createLogger(pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 100 }));
}
