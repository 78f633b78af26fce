import type { FastifyReply, FastifyRequest } from 'fastify';
import { findRecordStart } from '../../../api/content/view-as-of.ts';
import { ApiError } from '../../../api/errors.ts';
import { getStudioCaller } from '../../../api/http/studio-session.ts';
import { requireActor } from '../../../api/people/sessions.ts';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { cachePolicies } from '../../../contract/http/cache-policies.ts';
import { allowPageStyles } from '../../http/content-policy.ts';
import { createPreviewHeaders } from '../headers.ts';
import { markChanges } from './mark-changes.ts';
import { barStyleElement, formatMoment, listPossibleDifferences, renderBar } from './preview-bar.ts';
import { type PreviewQuery, readPreviewQuery } from './preview-query.ts';
import { sendProblem } from './problem-page.ts';
import { type PreviewOptions, renderPublicPage } from './public-page.ts';
import { rewritePage } from './rewrite-page.ts';
import { runInPreview } from './run-preview.ts';

export const previewPath = '/studio/preview';

/**
 * Returns the address of a page in the preview.
 *
 * @param kept the parameters that every link of the preview keeps, such as its moment and its entry
 */
export function toPreviewLink(path: string, kept: Record<string, string>): string {
  return `${previewPath}?${new URLSearchParams({ path, ...kept })}`;
}

/** Turns a public page into the page that a preview shows. */
export function toPreviewPage(
  html: string,
  address: URL,
  { kept, theme }: Pick<PreviewQuery, 'kept' | 'theme'>,
  bar: string,
): string {
  return rewritePage(html, {
    address,
    toPage: (path) => toPreviewLink(path, kept),
    toDrawing: (path) => `${previewPath}${path.split('?')[0]}?${new URLSearchParams(kept)}`,
    theme,
    bar,
  });
}

/** Renders the bar of a preview of a moment, or of a page with incomplete sections; empty for another preview. */
async function renderPreviewBar(
  { ctx, installation }: PreviewOptions,
  { at, kept }: PreviewQuery,
  path: string,
  missing: readonly string[],
): Promise<string> {
  if (!at && missing.length === 0) return '';
  if (!at) return renderBar({ title: 'This page is not complete.', sentence: '', missing, limits: [], links: [] });
  const { timeZone } = installation();
  const day = 24 * 60 * 60 * 1000;
  const createDayLink = (days: number) =>
    toPreviewLink(path, { ...kept, at: new Date(at.getTime() + days * day).toISOString() });
  return renderBar({
    title: `The site as of ${formatMoment(at, timeZone)}.`,
    sentence: kept.entry ? 'It shows your draft as published. Forms are off.' : 'Forms are off.',
    missing,
    limits: listPossibleDifferences(at, new Date(), await findRecordStart(ctx), timeZone),
    links: [
      { text: 'A day earlier', href: createDayLink(-1) },
      { text: 'A day later', href: createDayLink(1) },
      { text: 'The site now', href: path },
      { text: 'Calendar', href: '/studio/calendar' },
    ],
  });
}

/** Renders the page at the path of a preview. Without a path, renders the page of its entry, or else Home. */
async function renderSubject(options: PreviewOptions, request: FastifyRequest, asked: PreviewQuery) {
  const { siteUrl } = options.installation();
  return runInPreview(options.ctx, asked, async (tx, entry, missing) => {
    const path = asked.path ?? (entry ? getEntryPath(entry.type, entry.slug) : '/');
    const address = URL.parse(path, siteUrl);
    if (address?.origin !== new URL(siteUrl).origin) throw new ApiError('bad_request', 'The path leads elsewhere.');
    return { rendered: await renderPublicPage(options, tx, request, address), address, missing };
  });
}

/** Marks in a page what the compared version does not have. Returns the page unchanged without a comparison. */
async function markDifference(options: PreviewOptions, request: FastifyRequest, asked: PreviewQuery, html: string) {
  const { compared, entry } = asked;
  if (!compared || !entry) return html;
  const subject = { ...asked, entry: { id: entry.id, version: compared.version } };
  const { rendered } = await renderSubject(options, request, subject);
  return rendered instanceof Response ? html : markChanges(html, rendered.html, compared.mark);
}

async function sendPreview(options: PreviewOptions, request: FastifyRequest, reply: FastifyReply) {
  const { ctx, installation } = options;
  requireActor(await getStudioCaller(ctx, request, reply));
  const asked = readPreviewQuery(request.query, installation().timeZone);
  const { kept } = asked;
  const { rendered, address, missing } = await renderSubject(options, request, asked);
  const path = address.pathname + address.search;
  if (rendered instanceof Response) {
    const target = URL.parse(rendered.headers.get('location') ?? '/', address);
    if (target?.origin !== address.origin) throw new ApiError('not_found', 'This address leads to another site.');
    return reply.redirect(toPreviewLink(target.pathname + target.search, kept), 302);
  }
  const marked = await markDifference(options, request, asked, rendered.html);
  const bar = asked.compared ? barStyleElement : await renderPreviewBar(options, asked, path, missing);
  const html = toPreviewPage(marked, address, asked, bar);
  allowPageStyles(reply, rendered.styleSources);
  return reply.status(rendered.status).type('text/html; charset=utf-8').send(html);
}

/**
 * Shows a public page as it would be if the current version of an entry were published, or as of another moment, or
 * both.
 */
export async function renderPreview(options: PreviewOptions, request: FastifyRequest, reply: FastifyReply) {
  // Set first, because the page of a failure needs them too.
  reply.headers(createPreviewHeaders(options.headers)).header('cache-control', cachePolicies.never);
  try {
    return await sendPreview(options, request, reply);
  } catch (cause) {
    return await sendProblem(options, reply, cause);
  }
}
