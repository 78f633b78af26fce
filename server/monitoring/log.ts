import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { describeSourceError } from '../development/describe-source-error.ts';
import { describeError, serializeError } from '../process/describe-error.ts';
import { isPretty, printLines } from '../process/steps.ts';
import type { Settings } from '../settings.ts';

/** Creates a logger that removes from errors what a visitor sent. */
export function createLogger(destination: DestinationStream, options: LoggerOptions = {}): Logger {
  return pino({ serializers: { err: (error) => serializeError(error) }, ...options }, destination);
}

/** Lines that say nothing new to a person: each answered request, and the address, which the start prints. */
const routine = /^(?:answered$|Server listening at )/;

/** Opens a readable log on standard output. Routine lines are left out, unless the level is `debug` or they failed. */
async function openPrettyLog(level: Settings['LOG_LEVEL']): Promise<Logger> {
  // Loaded here, because a server without a terminal does not need it.
  const { prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({
    colorize: process.stdout.isTTY && !process.env.NO_COLOR,
    translateTime: 'SYS:HH:MM:ss',
    ignore: 'pid,hostname,reqId',
    customPrettifiers: { err: (text) => `\n${String(text).replace(/^/gm, '      ')}` },
  });
  const destination = { write: (line: string) => printLines(process.stdout, format(line)) };
  return createLogger(destination, {
    level,
    serializers: {
      err: (error) =>
        describeSourceError(error, 'Save the corrected file; the page then loads anew.') ?? describeError(error),
    },
    hooks: {
      logMethod(args, method) {
        const { status = 0 } = Object(args[0]) as { status?: number };
        if (level === 'debug' || status >= 500 || !args.some((word) => routine.test(String(word))))
          method.apply(this, args);
      },
    },
  });
}

/**
 * Opens the log on standard output: readable on a terminal, else one JSON line for each event. JSON lines are written
 * in batches, at the latest after 100 ms and at the end of the process. One write for each line would cost more than
 * many responses.
 */
export async function openLog({ LOG_LEVEL: level, LOG_FORMAT }: Settings): Promise<Logger> {
  if (isPretty(LOG_FORMAT)) return openPrettyLog(level);
  return createLogger(pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 100 }), { level });
}
