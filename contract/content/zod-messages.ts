import { z } from 'zod';
import { formatCount } from './number-text.ts';

/** Returns a limit in words: of a text and a list its length, of a number its value. */
function describeLimit(origin: string, relation: 'least' | 'most', limit: number): string {
  if (origin === 'string') return `must have at ${relation} ${formatCount(limit, 'character')}`;
  if (origin === 'array') return `must have at ${relation} ${formatCount(limit, 'item')}`;
  return `must be at ${relation} ${limit}`;
}

/** Returns what is wrong with a value in words for editors; undefined where the message of the library is plain. */
function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
      return describeLimit(issue.origin, 'least', Number(issue.minimum));
    case 'too_big':
      return describeLimit(issue.origin, 'most', Number(issue.maximum));
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : undefined;
    case 'invalid_value':
      return issue.values.length > 1 ? `must be one of ${issue.values.join(', ')}` : undefined;
    default:
      return undefined;
  }
}

z.config({ customError: describeIssue });
