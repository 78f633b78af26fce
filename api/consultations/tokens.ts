import type { CompanyContext, Context } from '../context.ts';
import { makeSignedToken, readSignedToken } from '../signed-token.ts';

/**
 * What a token allows. `hold`: to use a held time. `manage`: to see, move and cancel an appointment; the browser that booked
 * is given one. `mail`: the same and to confirm, for only the reader of our mail has it.
 */
type Use = 'hold' | 'manage' | 'mail';

/** What a token of a consultation says: which one, for what, and, of a hold, which time it was for. */
interface Content {
  use: Use;
  id: string;
  start?: string;
}

/** Makes a token for a link or a form field; who holds it may do what it says and nothing else. */
export function makeToken(ctx: Context, content: Content): Promise<string> {
  return makeSignedToken(ctx, 'consultation', content);
}

/** Returns what a token of ours for one of these uses says; null for any other text. */
export async function readToken(ctx: Context, uses: readonly Use[], token: string): Promise<Content | null> {
  const content = (await readSignedToken(ctx, 'consultation', token)) as Content | null;
  return content && uses.includes(content.use) ? content : null;
}

/** Returns the address at which a token shows an appointment. Opening it changes nothing. */
export function manageAddress({ siteUrl }: CompanyContext['company'], token: string): string {
  return `${siteUrl()}/book-a-free-consultation?manage=${token}`;
}

/** Returns the link of a mail by which an appointment is seen, confirmed, moved or cancelled. */
export async function mailLink(ctx: CompanyContext, id: string): Promise<string> {
  return manageAddress(ctx.company, await makeToken(ctx, { use: 'mail', id }));
}
