import { readPublishedSettings } from '../../content/index.ts';
import type { Context } from '../../context.ts';

/**
 * Returns whether an address is the company's own: one that the operator set, or one of the setting Company. Each mail
 * is sent to such an address or names one, so all mails would be erased with it.
 */
export async function isOwnAddress(ctx: Context, email: string, set: readonly string[]): Promise<boolean> {
  const { emails = {} } = (await readPublishedSettings(ctx)).company;
  const own = [...set, ...Object.values(emails)].map((address) => address?.toLowerCase());
  return own.includes(email.toLowerCase());
}
