import type { EntryContentProblem } from '../../../contract/studio/shapes.ts';
import { ApiError } from '../../errors.ts';

/** The error `unprocessable` for a text that cannot be rendered. Its field is `body`. */
export class TextError extends ApiError {
  /** Says what is wrong and what to do, without a subject: "takes too long to format. …". */
  readonly problem: string;
  /** The first line is 1; null where the place is not known. */
  readonly line: number | null;

  constructor(problem: string, line: number | null = null) {
    const message = line === null ? problem : `line ${line} ${problem}`;
    super('unprocessable', line === null ? `The text ${problem}` : `In the text, ${message}`, [
      { path: 'body', message },
    ]);
    this.problem = problem;
    this.line = line;
  }

  toProblem(): EntryContentProblem {
    return { path: 'body', line: this.line, message: this.problem };
  }
}

/** Returns a `TextError` and throws any other error. Pass it to `catch` of a promise. */
export function returnTextError(error: unknown): TextError {
  if (error instanceof TextError) return error;
  throw error;
}
