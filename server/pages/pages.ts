import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestCounter } from '../../api/content/links/count-requests.ts';
import { ApiError } from '../../api/errors.ts';
import { isSameOrigin, type SiteOrigin } from '../../api/http/guard-writes.ts';
import { isPageExpected, type ShowFailure } from '../../api/http/handle-errors.ts';
import { acceptMultipart } from '../../api/http/read-body.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import type { IncomingFiles } from '../../api/messages/files/incoming.ts';
import { formPaths } from '../../contract/content/site-paths.ts';
import { type CachePolicy, cachePolicies } from '../../contract/http/cache-policies.ts';
import type { Client } from '../../contract/http/client.ts';
import type { RenderedPage, RenderRequest } from '../../site/entry-server.tsx';
import type { FormPost } from '../../site/forms/handle-form-post.ts';
import type { Assets } from '../../site/html/document.ts';
import { hasEnquiryForm } from '../../site/sections/has-enquiry-form.ts';
import type { DocumentSettings, InstallationSettings } from '../../site/settings.ts';
import { allowPageStyles } from '../http/content-policy.ts';
import type { CountDocument } from '../monitoring/count-documents.ts';
import { type ReceivedForm, readForm } from './read-form.ts';
import { readFormWithFiles } from './read-form-with-files.ts';
import type { ClientFor } from './site-client.ts';
import type { StoreFile } from './store-file.ts';

export type RenderPage = (input: RenderRequest) => Promise<RenderedPage | Response>;

export interface PagesOptions {
  clientFor: ClientFor;
  /** Returns a secret that identifies the sender of a form by address and user agent. */
  visitorKey: (address: string, userAgent: string) => Promise<string>;
  installation: () => InstallationSettings;
  /** Returns the settings that a page shows: the last known ones without a client, or if they cannot be loaded. */
  loadSettings: (client: Client | null, signal?: AbortSignal) => Promise<DocumentSettings>;
  /** Stores a file of a form that is sent without JavaScript. */
  storeFile: StoreFile;
  incoming: IncomingFiles;
  /** Counts a page that was sent and that is not cached; cached ones are counted where they are sent. */
  countDocument: CountDocument;
  /** Milliseconds until the error page replaces a page that is not rendered yet. */
  timeLimit: number;
  siteOrigin: SiteOrigin;
  /** Returns the path to which a path without a page redirects, and its redirect; null without one. */
  findRedirect?: (path: string) => Promise<{ target: string; from: string } | null>;
  /** Counts redirects, and addresses without a page. */
  counter?: RequestCounter;
  /** Called for each request, so that a development server can render what was just edited. */
  site: (
    url: string,
  ) => Promise<{ renderPage: RenderPage; assets: Assets; transform?: (html: string) => Promise<string> }>;
}

/** Decodes letters, digits and `-_~` that were encoded without need (RFC 3986, section 6.2.2.2). */
function decodeUnreserved(path: string): string {
  return path.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w~-]/.test(character) ? character : encoded;
  });
}

/** Converts a path to lower case, as all addresses of the site are. Percent-encoded parts stay as they are. */
function toLowerCasePath(path: string): string {
  return path.replace(/%[\da-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase()));
}

/**
 * Returns the canonical spelling of a page's address: lower case, no trailing slash, nothing encoded without need. The
 * result starts with exactly one slash, because two would name another host. Returns null if the path is canonical
 * already, apart from its leading slashes.
 */
function getCanonicalUrl(url: string): string | null {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  const decoded = toLowerCasePath(decodeUnreserved(path));
  const trimmed = decoded === '/' ? decoded : decoded.replace(/\/+$/, '');
  if (trimmed === path) return null;
  const plain = `/${trimmed.replace(/^\/+/, '')}`;
  return query === undefined ? plain : `${plain}?${query}`;
}

/**
 * Returns whether a path holds a backslash or a control character, encoded or not. Some programs read a backslash as a
 * slash and drop control characters (URL Standard, section 4.4), so the path may lead to another host. No address of
 * the site has either.
 */
function hasUnsafeCharacters(path: string): boolean {
  return !path.startsWith('/') || /[\\\p{Cc}]|%(?:[01][\da-f]|5c|7f)/iu.test(path);
}

/**
 * Returns the whole address of a page on the site's own origin, because the Host header of a request proves nothing.
 * Returns null if the parsed path differs: dot segments lead elsewhere, and two leading slashes to another host.
 */
function parseAddress(url: string, path: string, { siteUrl }: InstallationSettings): URL | null {
  const address = URL.parse(url, siteUrl);
  return address?.origin === new URL(siteUrl).origin && address.pathname === path ? address : null;
}

/** Returns a form's fields as the body that a page's action reads. */
function toFormBody({ method, body }: FastifyRequest): RequestInit {
  return method === 'POST' ? { method, body: body instanceof URLSearchParams ? body : new URLSearchParams() } : {};
}

/**
 * Redirects to another address of this site. Throws if the target does not start with exactly one slash, or if a
 * browser would read it differently (dot segments, backslashes, control characters).
 */
function redirectTo(
  { installation }: PagesOptions,
  reply: FastifyReply,
  { status, target, cache }: { status: number; target: string; cache: CachePolicy },
): FastifyReply {
  const [path = ''] = target.split(/[?#]/, 1);
  if (hasUnsafeCharacters(path) || !parseAddress(target, path, installation()))
    throw new ApiError('not_found', 'The path leads elsewhere.');
  return reply.status(status).header('cache-control', cachePolicies[cache]).header('location', target).send();
}

interface PageRequest {
  address: URL;
  signal?: AbortSignal;
  /** The status with which the request has failed already. */
  failed?: number;
  sentForm?: FormPost | undefined;
}

const isMissing = (status: number) => status === 404 || status === 410;

async function sendPage(
  options: PagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageRequest,
): Promise<FastifyReply> {
  const { address, signal, failed, sentForm } = page;
  const client = options.clientFor(request);
  const { renderPage, assets, transform } = await options.site(address.pathname + address.search);
  const rendered = await renderPage({
    request: new Request(address, { signal: signal ?? null, ...(failed ? {} : toFormBody(request)) }),
    client,
    installation: options.installation(),
    settings: options.loadSettings(failed && failed >= 500 ? null : client, signal),
    assets,
    requestId: request.id,
    failed,
    sentForm,
    isForm: request.method === 'POST',
    onError: (error) => request.log.error({ err: error }, 'a page failed'),
  });
  if (rendered instanceof Response) {
    const target = rendered.headers.get('location') ?? '/';
    return redirectTo(options, reply, {
      status: rendered.status,
      target,
      cache: request.method === 'POST' ? 'never' : 'public',
    });
  }
  if (isMissing(rendered.status) && request.method !== 'POST') {
    // The page "not found" needs no database, so it is also shown if the query for a redirect fails.
    const route = await options.findRedirect?.(address.pathname).catch(() => null);
    if (route) {
      options.counter?.countRedirect(route.from);
      const target = route.target + address.search;
      return redirectTo(options, reply, { status: 308, target, cache: 'public' });
    }
    const { 'user-agent': userAgent = '', referer: referrer = '' } = request.headers;
    const { pathname: path, origin } = address;
    options.counter?.countMissing({ path, address: request.ip, userAgent, referrer, origin });
  }
  if (rendered.status === 503) reply.header('retry-after', '5');
  if (rendered.status === 405 && !reply.hasHeader('allow')) reply.header('allow', 'GET, HEAD, OPTIONS');
  if (rendered.status === 200 && !address.searchParams.has('admin'))
    options.countDocument(request.raw, address.pathname);
  allowPageStyles(reply, rendered.styleSources);
  return reply
    .status(rendered.status)
    .headers(rendered.headers)
    .header('cache-control', cachePolicies[rendered.cache])
    .type('text/html; charset=utf-8')
    .send(transform ? await transform(rendered.html) : rendered.html);
}

async function answerPage(
  options: PagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  sentForm?: FormPost,
): Promise<FastifyReply> {
  const { url } = request;
  const [path = ''] = url.split('?', 1);
  if (hasUnsafeCharacters(path))
    throw new ApiError('not_found', 'Addresses here contain no backslashes or control characters.');
  const plain = getCanonicalUrl(url);
  if (plain) return redirectTo(options, reply, { status: 308, target: plain, cache: 'public' });
  const address = parseAddress(url, path, options.installation());
  if (!address) throw new ApiError('not_found', 'The path leads elsewhere.');
  const signal = AbortSignal.timeout(options.timeLimit);
  try {
    return await sendPage(options, request, reply, { address, signal, sentForm });
  } catch (error) {
    throw signal.aborted ? new ApiError('unavailable', `The page was not made within ${options.timeLimit} ms.`) : error;
  }
}

/** Answers every address that no other route matches with a page, or with the error page. */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  // The API reference is a page below the API's path.
  for (const url of ['/*', '/api/docs', '/api/docs/']) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      handler: (request, reply) => answerPage(options, request, reply),
    });
    // `/*` refuses other methods for every address, also for files and documents.
    refuseOtherMethods(app, url, ['GET']);
  }
}

/** Any page of sections, which may have a form for enquiries. */
const namedPage = '/:slug(^[a-z0-9-]+$)';

/** Maximum bytes of the fields of a form. */
const formLimit = 128 * 1024;

/**
 * Accepts the forms that pages send without JavaScript, as `application/x-www-form-urlencoded` or, with files, as
 * `multipart/form-data`. Forms of other sites are refused.
 */
export function serveForms(app: FastifyInstance, options: PagesOptions): void {
  app.register(async (scope) => {
    const type = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(type, ({ raw }: FastifyRequest) => readForm(raw, formLimit));
    await acceptMultipart(scope);
    // Removes Fastify's own parsers, because no page sends its form in one of these types.
    scope.removeContentTypeParser(['application/json', 'text/plain']);
    for (const url of [...formPaths, namedPage]) {
      // Before the body is read: a page without the form does not need the body.
      const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
        const [path = ''] = request.url.split('?', 1);
        if (url !== namedPage || (await hasEnquiryForm(options.clientFor(request), path))) return;
        reply.header('allow', 'GET, HEAD, OPTIONS');
        throw new ApiError('method_not_allowed', 'POST is not allowed here. Use GET, HEAD, OPTIONS.');
      };
      scope.post<{ Body?: unknown }>(url, { schema: { hide: true }, onRequest }, async (request, reply) => {
        if (!isSameOrigin(request, options.siteOrigin))
          throw new ApiError('forbidden', 'This form did not come from a page of this site.');
        const { storeFile: store, incoming } = options;
        const received = request.isMultipart()
          ? await readFormWithFiles(request, { store, incoming, fieldLimit: formLimit })
          : (request.body as ReceivedForm | undefined);
        const { form, files = null, tooLarge = null } = received ?? {};
        if (tooLarge && !isPageExpected(request)) throw tooLarge;
        request.body = form;
        const visitorKey = await options.visitorKey(request.ip, request.headers['user-agent'] ?? '');
        return answerPage(options, request, reply, { visitorKey, files, tooLarge });
      });
      if (url !== namedPage) refuseOtherMethods(scope, url, ['GET', 'POST']);
    }
  });
}

/** Sends the error page for a request that failed outside of `renderPage`; see `ShowFailure`. */
export function showFailure(options: PagesOptions, ...[failed, request, reply]: Parameters<ShowFailure>) {
  const installation = options.installation();
  const [path = ''] = request.url.split('?', 1);
  const address = parseAddress(request.url, path, installation) ?? new URL('/a-broken-address', installation.siteUrl);
  return sendPage(options, request, reply, { address, failed });
}
