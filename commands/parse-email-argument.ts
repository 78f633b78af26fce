import { isEmail } from '../contract/forms/email.ts';
import { UsageError } from './usage-error.ts';

/** Returns an argument without spaces around it. Throws `UsageError` if the argument is no e-mail address. */
export function parseEmailArgument(text: string): string {
  const email = text.trim();
  if (!isEmail(email)) throw new UsageError(`"${email}" is not an e-mail address.`);
  return email;
}
