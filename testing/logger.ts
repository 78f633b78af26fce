import type { Logger } from 'pino';
import { createLogger } from '../server/monitoring/log.ts';

export interface LogLine {
  level: number;
  msg: string;
  [name: string]: unknown;
}

/** Creates the product's logger, with its lines in memory for a test to read. */
export function createRecordingLogger(): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  return {
    logger: createLogger({ write: (line: string) => lines.push(JSON.parse(line) as LogLine) }, { level: 'trace' }),
    lines,
  };
}
