/** One thing wrong in the content, where a person finds it. */
export interface Problem {
  file: string;
  line: number;
  field: string;
  message: string;
}

/** Everything that is wrong with a folder of content, in one list; nothing of it was imported. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly problems: Problem[];

  constructor(problems: Problem[]) {
    super(
      problems
        .map(({ file, line, field, message }) => `${file}:${line} ${field ? `${field}: ` : ''}${message}`)
        .join('\n'),
    );
    this.problems = problems;
  }
}
