import { domainToASCII } from 'node:url';

/**
 * Returns one spelling for the addresses that reach the same mailbox, to count them together: lower case, the domain in
 * ASCII, without what follows a plus sign, and without dots where Google ignores them. No mail is sent to it.
 */
export function emailKey(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).normalize('NFKC').toLowerCase();
  const written = email.slice(at + 1).toLowerCase();
  const domain = domainToASCII(written) || written;
  const [mailbox = ''] = local.split('+', 1);
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${mailbox.replaceAll('.', '')}@gmail.com`;
  return `${mailbox || local}@${domain}`;
}
