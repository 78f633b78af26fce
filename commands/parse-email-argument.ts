import { isEmail } from '../contract/email.ts';
import { UsageError } from './with-database.ts';

/** Returns the single e-mail address of a command's arguments. */
export function parseEmailArgument(words: string[]): string {
  const [email, ...others] = words.filter((word) => !word.startsWith('--')).map((word) => word.trim());
  if (!email || others.length > 0) throw new UsageError('Which e-mail address?');
  if (!isEmail(email)) throw new UsageError(`"${email}" is not an e-mail address.`);
  return email;
}
