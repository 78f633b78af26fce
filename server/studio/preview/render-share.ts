import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findSharedVersion, type SharedVersion } from '../../../api/content/share-links.ts';
import { ApiError } from '../../../api/errors.ts';
import type { RateLimiters } from '../../../api/limit-rates.ts';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { cachePolicies } from '../../../contract/http/cache-policies.ts';
import { allowPageStyles, setDirective } from '../../http/content-policy.ts';
import { createPreviewHeaders } from '../headers.ts';
import { formatMoment, renderBar } from './preview-bar.ts';
import { sendProblem } from './problem-page.ts';
import { type PreviewOptions, renderPublicPage } from './public-page.ts';
import { rewritePage } from './rewrite-page.ts';
import { guestQueue, runInPreview } from './run-preview.ts';

export interface ShareOptions extends PreviewOptions {
  limits: RateLimiters;
}

export const sharePath = '/studio/share/:id';

const shareQuery = z.object({ key: z.string().regex(/^[\w-]{1,100}$/) });

/** Returns the number and the key in a link's address. A malformed address has values that no link has. */
function readShareAddress({ url, query }: FastifyRequest): { id: number; key: string } {
  // Read from the address, because the route of a drawing has other parameters.
  const id = Number(/^\/studio\/share\/(\d{1,15})[/?]/.exec(url)?.[1] ?? 0);
  return { id, key: shareQuery.safeParse(query).data?.key ?? '' };
}

/** Returns the version that the link of a request shows. The request counts in the rate limit of its network. */
export async function openShareLink({ ctx, limits }: ShareOptions, request: FastifyRequest): Promise<SharedVersion> {
  await limits('share', { address: request.ip, actor: null });
  const { id, key } = readShareAddress(request);
  return findSharedVersion(ctx, id, key);
}

/** Returns the headers of a guest's page: those of a preview, but no frame may show it. */
export function createShareHeaders(headers: Record<string, string>): Record<string, string> {
  const preview = createPreviewHeaders(headers);
  const policy = preview['content-security-policy'] ?? '';
  return {
    ...preview,
    'content-security-policy': setDirective(policy, 'frame-ancestors', "'none'"),
    'x-frame-options': 'DENY',
  };
}

function renderShareBar(
  { isPinned, expiresAt, token }: SharedVersion,
  isPublic: boolean,
  path: string,
  timeZone: string,
  missing: readonly string[],
): string {
  const version = isPinned ? 'It shows the version that was shared.' : 'It shows the latest version.';
  return renderBar({
    title: isPublic ? 'A preview, shared with you.' : 'A draft, shared with you.',
    sentence: `${isPublic ? '' : 'It is not published yet; as its date of publication it shows that of today. '}${version} The link works until ${formatMoment(expiresAt, timeZone)}. Forms are off.`,
    missing,
    limits: [],
    links: token
      ? [
          {
            text: 'Open it as a page of the site, for an hour',
            href: `${path}?${new URLSearchParams({ admin: token })}`,
          },
        ]
      : [],
  });
}

async function sendShare(options: ShareOptions, request: FastifyRequest, reply: FastifyReply) {
  const { ctx, installation } = options;
  const shared = await openShareLink(options, request);
  const { id, key } = readShareAddress(request);
  const { siteUrl, timeZone } = installation();
  const { entryId, content } = shared;
  const subject = { entry: { id: entryId, content }, at: null };
  const { rendered, address, shown, missing } = await runInPreview(
    ctx,
    subject,
    async (tx, entry, missing) => {
      if (!entry) throw new Error('A shared preview has an entry');
      const address = new URL(getEntryPath(entry.type, entry.slug), siteUrl);
      return { rendered: await renderPublicPage(options, tx, request, address), address, shown: entry, missing };
    },
    guestQueue,
  );
  if (rendered instanceof Response) throw new ApiError('not_found', 'This entry has no page of its own.');
  const own = `/studio/share/${id}`;
  const query = new URLSearchParams({ key });
  const html = rewritePage(rendered.html, {
    address,
    // Other pages are the public ones.
    toPage: (path) => (path === address.pathname ? `${own}?${query}` : path),
    toDrawing: (path) => (path.includes(`/${shown.type}/${shown.slug}`) ? `${own}${path}?${query}` : path),
    bar: renderShareBar(shared, shown.publishedAt !== null, address.pathname, timeZone, missing),
  });
  allowPageStyles(reply, rendered.styleSources);
  return reply.status(rendered.status).type('text/html; charset=utf-8').send(html);
}

/** Shows the page of an entry, before it is published, to a guest who has a link. The guest can send no form. */
export async function renderShare(options: ShareOptions, request: FastifyRequest, reply: FastifyReply) {
  reply.headers(createShareHeaders(options.headers)).header('cache-control', cachePolicies.never);
  try {
    return await sendShare(options, request, reply);
  } catch (cause) {
    return sendProblem(options, reply, cause);
  }
}
