/** A problem in the content, with its place in the files. */
export interface ContentProblem {
  file: string;
  line: number;
  field: string;
  message: string;
}

/** All problems of a folder of content. Nothing was imported. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly problems: ContentProblem[];

  constructor(problems: ContentProblem[]) {
    super(
      problems
        .map(({ file, line, field, message }) => `${file}:${line} ${field ? `${field}: ` : ''}${message}`)
        .join('\n'),
    );
    this.problems = problems;
  }
}
