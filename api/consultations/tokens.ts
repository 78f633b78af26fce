import type { ApiContext, Context } from '../context.ts';
import { makeSignedToken, readSignedToken } from '../signed-token.ts';

type Use = 'hold' | 'manage';

/** What a token of a consultation says: which one, for what, and, of a hold, which time it was for. */
interface Content {
  use: Use;
  id: string;
  start?: string;
}

/** A token for a link or a form field; who holds it may do what it says and nothing else. */
export function makeToken(ctx: Context, content: Content): Promise<string> {
  return makeSignedToken(ctx, 'consultation', content);
}

/** What a token of ours for this use says; null for any other text. */
export async function readToken(ctx: Context, use: Use, token: string): Promise<Content | null> {
  const content = (await readSignedToken(ctx, 'consultation', token)) as Content | null;
  return content?.use === use ? content : null;
}

/** The link by which an appointment is seen, moved or cancelled. It acts on nothing by being opened. */
export async function manageLink(ctx: Context, { siteUrl }: ApiContext['company'], id: string): Promise<string> {
  const token = await makeToken(ctx, { use: 'manage', id });
  return `${siteUrl()}/book-a-free-consultation?manage=${token}`;
}
