import { hasErrorCode } from './has-error-code.ts';

/** Returns whether PostgreSQL refused a row because a unique key exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return hasErrorCode(error, '23505');
}
