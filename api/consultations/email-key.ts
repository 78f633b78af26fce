import { domainToASCII } from 'node:url';

/**
 * Returns one spelling for all addresses of the same mailbox, so that limits count them together. Lower case, domain in
 * ASCII, no suffix after a plus sign, no dots where Google ignores them. Never send mail to the result.
 */
export function normalizeEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at).normalize('NFKC').toLowerCase();
  const written = email.slice(at + 1).toLowerCase();
  const domain = domainToASCII(written) || written;
  const [mailbox = ''] = local.split('+', 1);
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${mailbox.replaceAll('.', '')}@gmail.com`;
  return `${mailbox || local}@${domain}`;
}
