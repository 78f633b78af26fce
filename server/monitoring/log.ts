import { type DestinationStream, type Logger, pino } from 'pino';
import { serializeError } from '../process/describe-error.ts';

/** Creates a logger that removes from errors what a visitor sent. */
export function createLogger(destination: DestinationStream, level = 'info'): Logger {
  return pino({ level, serializers: { err: (error) => serializeError(error) } }, destination);
}

/**
 * Opens the log on standard output: one JSON line for each event. Lines are written in batches, at the latest after 100
 * ms and at the end of the process. One write for each line would cost more than many responses.
 */
export function openLog(level: string): Logger {
  return createLogger(pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 100 }), level);
}
