import { type Logger, pino } from 'pino';

export interface LogLine {
  level: number;
  msg: string;
  [name: string]: unknown;
}

/** A logger that keeps its lines for a test to read. */
export function keepingLogger(): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  return {
    logger: pino({ level: 'trace' }, { write: (line: string) => lines.push(JSON.parse(line) as LogLine) }),
    lines,
  };
}
