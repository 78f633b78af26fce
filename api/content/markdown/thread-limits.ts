/** What a thread may use for a text. */
export interface ThreadLimits {
  /** Milliseconds of processor time. */
  time: number;
  /** Megabytes of objects that live long, which are most of them. */
  memory: number;
}

/** The problem of a text that takes more time than the limit. */
export const tooSlow = 'takes too long to format. Look for many unclosed asterisks or brackets, or divide it.';

/** The problem of a text that takes more memory than the limit. */
export const tooLarge = 'becomes too large when it is formatted. Look for a very wide table, or divide it.';
