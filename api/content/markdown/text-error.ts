import type { EntryContentProblem } from '../../../contract/studio/shapes.ts';
import { ApiError } from '../../errors.ts';

/** The error `unprocessable` for a text that cannot be rendered. Its field is `body` unless another path is given. */
export class TextError extends ApiError {
  /** Says what is wrong and what to do, without a subject: "takes too long to format. …". */
  readonly problem: string;
  /** The first line is 1; null where the place is not known. */
  readonly line: number | null;
  /** The path of the text in its content. */
  readonly path: string;
  /** The index of the text among those that were rendered together. */
  readonly source: number;

  constructor(problem: string, line: number | null = null, { source = 0, path = 'body' } = {}) {
    const message = line === null ? problem : `line ${line} ${problem}`;
    super('unprocessable', line === null ? `The text ${problem}` : `In the text, ${message}`, [{ path, message }]);
    this.problem = problem;
    this.line = line;
    this.path = path;
    this.source = source;
  }

  toProblem(): EntryContentProblem {
    return { path: this.path, line: this.line, message: this.problem };
  }
}

/** Returns a `TextError` and throws any other error. Pass it to `catch` of a promise. */
export function returnTextError(error: unknown): TextError {
  if (error instanceof TextError) return error;
  throw error;
}
