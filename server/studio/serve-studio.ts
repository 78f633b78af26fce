import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import { ApiError } from '../../api/errors.ts';
import type { CallEndpoint } from '../../api/http/call-endpoint.ts';
import { isSameOrigin } from '../../api/http/guard-writes.ts';
import { createInProcessStudioClient } from '../../api/http/in-process-client.ts';
import { parseForm } from '../../api/http/read-body.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import {
  checkIsEncrypted,
  getCaller,
  getStudioCaller,
  hasLiveSession,
  hasSessionCookie,
} from '../../api/http/studio-session.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import type { StudioClient } from '../../contract/studio/client.ts';
import { pageUserField, redirectsFilePath } from '../../contract/studio/paths.ts';
import type { SiteSettings } from '../../site/settings.ts';
import { createNonce, createStudioHeaders } from './headers.ts';
import type { PreviewOptions } from './preview/public-page.ts';
import { servePreviews } from './preview/serve-previews.ts';
import { serveDownload } from './serve-download.ts';
import { serveFeed } from './serve-feed.ts';
import { serveLog } from './serve-log.ts';
import { serveMailPreviews } from './serve-mail-previews.ts';
import { serveMessageEvents } from './serve-message-events.ts';
import { serveMessageFiles } from './serve-message-files.ts';
import { serveNumberTables } from './serve-number-tables.ts';
import { serveOpenId } from './serve-openid.ts';
import { servePersonalArchive } from './serve-personal-archive.ts';
import { servePresence } from './serve-presence.ts';
import { serveThemePictures } from './serve-theme-pictures.ts';

export interface StudioOptions extends PreviewOptions {
  callEndpoint: CallEndpoint;
  /** Returns the settings of the pages, from which the Studio has its name. */
  loadSettings: () => Promise<SiteSettings>;
}

/** Maximum bytes of a form that is sent without JavaScript: it may hold the text of an entry. */
const formLimit = 2 * 1024 * 1024;

/** Maximum bytes of a form without a live session. Strangers sign in, and send the cookies of made-up sessions. */
const strangerFormLimit = 128 * 1024;

/** Parses a form. Throws `payload_too_large` for a large one without a live session. */
async function parseStudioForm(ctx: ApiContext, request: FastifyRequest, bytes: Buffer): Promise<URLSearchParams> {
  // While the database is away, the form of an editor must still be shown again with what was typed.
  const isFromUser = bytes.length <= strangerFormLimit || (await hasLiveSession(ctx, request).catch(() => true));
  if (!isFromUser) throw new ApiError('payload_too_large', 'This form is too large. Please sign in again first.');
  return parseForm(bytes);
}

/** Returns the fields of a form; none for a request without a body. */
function readForm({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

/**
 * Returns the client for the calls of a screen, in the name of the session. If the session cannot be read, every call
 * for a form fails with that error, and the form is shown again with what was typed.
 */
async function createScreenClient(
  { ctx, callEndpoint }: StudioOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  form: URLSearchParams | null,
): Promise<StudioClient> {
  const calls = { requestId: request.id, log: request.log };
  try {
    const caller = await getStudioCaller(ctx, request, reply);
    const pageUser = form?.get(pageUserField) ?? null;
    return createInProcessStudioClient({ ...calls, callEndpoint, caller: { ...caller, pageUser } });
  } catch (error) {
    if (!form) throw error;
    const caller = { ...getCaller(request), actor: null };
    return createInProcessStudioClient({ ...calls, callEndpoint: () => Promise.reject(error), caller });
  }
}

async function answerScreen(options: StudioOptions, request: FastifyRequest, reply: FastifyReply) {
  const { ctx, site } = options;
  const installation = options.installation();
  const address = URL.parse(request.url, installation.siteUrl);
  if (address?.origin !== new URL(installation.siteUrl).origin)
    throw new ApiError('not_found', 'The path leads elsewhere.');
  // Passkeys belong to a name: browsers accept `localhost` without HTTPS, and no IP address.
  if (request.hostname === '127.0.0.1' && address.hostname === 'localhost') return reply.redirect(address.href, 302);
  const { company, lists, timeZone } = await options.loadSettings();
  const { renderStudio, assets, transform } = await site.loadStudio(request.url);
  const nonce = createNonce();
  const form = request.method === 'POST' ? readForm(request) : null;
  const rendered = await renderStudio({
    request: new Request(address, form ? { method: 'POST', body: form } : {}),
    client: await createScreenClient(options, request, reply, form),
    settings: {
      siteName: company.name,
      lists,
      siteUrl: installation.siteUrl,
      timeZone,
      openIdName: ctx.openId?.name ?? null,
      renderedAt: Date.now(),
      nonce,
    },
    assets,
    onError: (error) => request.log.error({ err: error }, 'a screen failed'),
  });
  reply
    .headers(createStudioHeaders(options.headers, nonce, assets.look.style.source))
    .header('cache-control', cachePolicies.never);
  if (rendered instanceof Response)
    return reply
      .status(rendered.status)
      .header('location', rendered.headers.get('location') ?? '/studio')
      .send();
  const html = transform ? await transform(rendered.html) : rendered.html;
  return reply.status(rendered.status).type('text/html; charset=utf-8').send(html);
}

/** Returns whether people without a session may send a form to a screen. */
function acceptsStrangers(url: string): boolean {
  return /^\/studio\/(?:sign-in|set-up|join)(?:[?#]|$)/.test(url);
}

/** Creates the guard of forms, which refuses those of other sites, and of people who have never signed in. */
function createFormGuard(ctx: ApiContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isSameOrigin(request, ctx.siteOrigin))
      throw new ApiError('forbidden', 'This form did not come from a page of this site.');
    if (acceptsStrangers(request.url)) return checkIsEncrypted(ctx, request);
    // Without a cookie the form is refused before it is read. If the session of a cookie has ended, the form is
    // read, and shown again with what was typed.
    if (!hasSessionCookie(ctx, request)) return reply.redirect('/studio/sign-in', 303);
  };
}

/** Serves the Studio: its screens, their forms without JavaScript, previews, and who has an entry open. */
export function serveStudio(app: FastifyInstance, options: StudioOptions): void {
  const { ctx } = options;
  const guardForm = createFormGuard(ctx);
  app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'buffer' },
      (request: FastifyRequest, bytes: Buffer) => parseStudioForm(ctx, request, bytes),
    );
    scope.removeContentTypeParser(['application/json', 'text/plain']);
    servePreviews(scope, options);
    serveMailPreviews(scope, options);
    serveOpenId(scope, options);
    servePresence(scope, ctx);
    serveMessageEvents(scope, ctx);
    serveMessageFiles(scope, ctx);
    servePersonalArchive(scope, { ...options, guardForm });
    serveDownload(scope, redirectsFilePath, options, async (client) => {
      const { csv } = await client.call('exportRedirects', {});
      return { name: 'redirects.csv', type: 'text/csv', body: csv };
    });
    serveLog(scope, options);
    serveNumberTables(scope, options);
    serveFeed(scope, ctx);
    serveThemePictures(scope);
    for (const url of ['/studio', '/studio/*']) {
      scope.get(url, { schema: { hide: true } }, (request, reply) => answerScreen(options, request, reply));
      scope.post(url, { schema: { hide: true }, bodyLimit: formLimit, onRequest: guardForm }, (request, reply) =>
        answerScreen(options, request, reply),
      );
      refuseOtherMethods(scope, url, ['GET', 'POST']);
    }
  });
}
