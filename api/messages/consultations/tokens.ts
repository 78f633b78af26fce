import type { CompanyContext, Context } from '../../context.ts';
import { createSignedToken, readSignedToken } from '../../signed-token.ts';

/**
 * What a token permits. `hold`: use a held time. `manage`: see, move and cancel an appointment; given to the browser
 * that booked. `mail`: also confirm, because only a reader of our mail has this token.
 */
type Use = 'hold' | 'manage' | 'mail';

/** The content of a consultation token: its use, the consultation's id and, for a hold, the held time. */
interface TokenContent {
  use: Use;
  id: string;
  start?: string;
}

/** Creates a token for a link or a form field. A token permits its use to anyone who has it, and nothing else. */
export function createConsultationToken(ctx: Context, content: TokenContent): Promise<string> {
  return createSignedToken(ctx, 'consultation', content);
}

/** Returns the content of a valid token for one of these uses; null otherwise. */
export async function readConsultationToken(
  ctx: Context,
  uses: readonly Use[],
  token: string,
): Promise<TokenContent | null> {
  const content = (await readSignedToken(ctx, 'consultation', token)) as TokenContent | null;
  return content && uses.includes(content.use) ? content : null;
}

/** Returns the URL of an appointment's page. Opening it changes nothing. */
export function getManageUrl({ siteUrl }: CompanyContext['company'], token: string): string {
  return `${siteUrl()}/book-a-free-consultation?manage=${token}`;
}

/** Creates the link in a mail, with which an appointment is seen, confirmed, moved or cancelled. */
export async function createAppointmentLink(ctx: CompanyContext, id: string): Promise<string> {
  return getManageUrl(ctx.company, await createConsultationToken(ctx, { use: 'mail', id }));
}
