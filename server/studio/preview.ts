import { eq } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { z } from 'zod';
import { createCallEndpoint } from '../../api/call-endpoint.ts';
import type { ApiContext } from '../../api/context.ts';
import { drafts } from '../../api/db/studio-tables.ts';
import { getCurrentContent, lockEntry } from '../../api/drafts/find.ts';
import { renderContent } from '../../api/entries/check.ts';
import { showContent } from '../../api/entries/publish.ts';
import { ApiError } from '../../api/errors.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { createInProcessClient } from '../../api/in-process-client.ts';
import { requireActor } from '../../api/sessions/require-actor.ts';
import { cachePolicies } from '../../contract/cache-policies.ts';
import { getEntryPath } from '../../contract/entry-types.ts';
import { findContentProblems } from '../../contract/studio/draft-content.ts';
import type { SiteSettings } from '../../site/settings.ts';
import type { RenderPage } from '../pages/pages.ts';
import type { SiteSource } from '../pages/site-source.ts';
import { createPreviewHeaders } from './headers.ts';

export interface PreviewOptions {
  ctx: ApiContext;
  settings: () => SiteSettings;
  site: SiteSource;
  headers: Record<string, string>;
}

const query = z.object({
  entry: z.string().regex(/^\d{1,15}$/),
  /** A page of the site; without it, the page of the entry. */
  path: z
    .string()
    .regex(/^\/(?!\/)[\w/?=&.%-]*$/)
    .max(300)
    .optional(),
  theme: z.enum(['light', 'dark']).optional(),
});

/** Previews hold a connection and a lock while they render, so few run at a time. */
const limit = pLimit(2);

/** Ends the transaction of a preview, with what it rendered. */
class Rollback<T> extends Error {
  readonly result: T;

  constructor(result: T) {
    super('The preview is rolled back');
    this.result = result;
  }
}

/** Runs work in a transaction that is always rolled back, and returns its result. */
async function inRolledBackTransaction<T>(ctx: ApiContext, work: (tx: ApiContext) => Promise<T>): Promise<T> {
  try {
    return await ctx.db.transaction(async (db) => {
      throw new Rollback(await work({ ...ctx, db, searchDb: db }));
    });
  } catch (error) {
    if (error instanceof Rollback) return error.result as T;
    throw error;
  }
}

/** Renders a page for a caller who sees what the context's transaction has changed. No rate limit counts. */
async function renderPublicPage(
  { settings, site }: PreviewOptions,
  tx: ApiContext,
  request: FastifyRequest,
  path: string,
): ReturnType<RenderPage> {
  const own = settings();
  const { renderPage, assets } = await site.load(path);
  const noLimits = async () => undefined;
  return renderPage({
    request: new Request(new URL(path, own.siteUrl)),
    client: createInProcessClient({
      callEndpoint: createCallEndpoint(tx, noLimits),
      caller: { address: request.ip, userAgent: '', refusesTracking: true, actor: null },
      requestId: request.id,
      log: request.log,
      openApi: () => {
        throw new ApiError('not_found', 'The API document has no preview.');
      },
    }),
    settings: own,
    assets,
    requestId: request.id,
    onError: (error) => request.log.error({ err: error }, 'a preview failed'),
  });
}

/**
 * Shows a public page as it would be if the current version of an entry were published. The draft is really published, by
 * the same code, in a transaction that is rolled back after the page was rendered: so the preview is the page, with its
 * lists and its search, and nobody else sees it.
 */
export async function renderPreview(options: PreviewOptions, request: FastifyRequest, reply: FastifyReply) {
  const { ctx } = options;
  // First, so that the frame shows a failure too.
  reply.headers(createPreviewHeaders(options.headers)).header('cache-control', cachePolicies.never);
  requireActor(await getStudioCaller(ctx, request, reply));
  const asked = query.safeParse(request.query);
  if (!asked.success) throw new ApiError('bad_request', 'A preview needs the number of an entry.');
  const { entry: id, path, theme } = asked.data;
  const rendered = await limit(() =>
    inRolledBackTransaction(ctx, async (tx) => {
      const entry = await lockEntry(tx, Number(id));
      const { content } = await getCurrentContent(tx, entry);
      // What is incomplete has no page yet; broken links and missing texts can be shown.
      const [problem] = findContentProblems(entry.type, content).filter(({ path: at }) => at.startsWith('fields'));
      if (problem)
        throw new ApiError(
          'unprocessable',
          `The preview appears when ${problem.path} is complete: ${problem.message}.`,
        );
      await showContent(tx, entry, content, await renderContent(tx, content), { at: null, publishedBy: null });
      await tx.db.delete(drafts).where(eq(drafts.entryId, entry.id));
      return renderPublicPage(options, tx, request, path ?? getEntryPath(entry.type, entry.slug));
    }),
  );
  if (rendered instanceof Response) throw new ApiError('not_found', 'This address leads to another page.');
  const html = theme ? rendered.html.replace('<html ', `<html data-theme="${theme}" `) : rendered.html;
  return reply.status(rendered.status).type('text/html; charset=utf-8').send(html);
}
