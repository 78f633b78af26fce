import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiContext } from '../../api/context.ts';
import { ApiError } from '../../api/errors.ts';
import type { CallEndpoint } from '../../api/http/call-endpoint.ts';
import { createInProcessStudioClient } from '../../api/http/in-process-client.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { requireActor } from '../../api/people/sessions.ts';
import { type MailName, mailTemplates } from '../../contract/content/mail-templates.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';

/** A mail has inline styles, because mail programs drop others. It loads nothing, and runs nothing. */
const mailPolicy =
  "default-src 'none';style-src 'unsafe-inline';form-action 'none';frame-ancestors 'self';sandbox allow-same-origin";

const query = z.object({ mail: z.enum(Object.keys(mailTemplates) as [MailName, ...MailName[]]) });

/** Serves the HTML of the mails to visitors, for the frame of the screen that shows them. */
export function serveMailPreviews(
  app: FastifyInstance,
  { ctx, callEndpoint }: { ctx: ApiContext; callEndpoint: CallEndpoint },
): void {
  const url = '/studio/mails/html';
  app.get(url, { schema: { hide: true } }, async (request, reply) => {
    const caller = await getStudioCaller(ctx, request, reply);
    requireActor(caller);
    const asked = query.safeParse(request.query);
    if (!asked.success) throw new ApiError('not_found', 'There is no such mail.');
    const client = createInProcessStudioClient({ callEndpoint, caller, requestId: request.id, log: request.log });
    const { html } = await client.call('previewMail', asked.data);
    // The editor of the setting Forms shows the mail as it shows a page.
    const page = html.replace('<html', '<html data-preview="page"');
    return reply
      .headers({
        'content-security-policy': mailPolicy,
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'cache-control': cachePolicies.never,
      })
      .type('text/html; charset=utf-8')
      .send(page);
  });
  refuseOtherMethods(app, url, ['GET']);
}
