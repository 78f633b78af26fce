import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../api/errors.ts';
import type { IncomingFiles } from '../../api/files/incoming.ts';
import type { ShowFailure } from '../../api/http/answer-errors.ts';
import { refuseOtherMethods } from '../../api/http/bind.ts';
import { isSameOrigin, type SiteOrigin } from '../../api/http/guard-writes.ts';
import { acceptMultipart } from '../../api/http/read-multipart.ts';
import { parseForm } from '../../api/http/read-text.ts';
import { type CachePolicy, cachePolicies } from '../../contract/cache-policies.ts';
import { formPaths } from '../../contract/site-paths.ts';
import type { Assets } from '../../site/document.ts';
import type { RenderedPage, RenderRequest } from '../../site/entry-server.tsx';
import type { FormSubmission } from '../../site/forms/take-form.ts';
import type { SiteSettings } from '../../site/settings.ts';
import type { ClientFor } from './site-client.ts';
import type { StoreFile } from './store-file.ts';
import { takeFormWithFiles } from './take-files.ts';

export type RenderPage = (input: RenderRequest) => Promise<RenderedPage | Response>;

export interface PagesOptions {
  clientFor: ClientFor;
  /** Returns a secret that stands for who sends a form from this address with this program. */
  visitorKey: (address: string, userAgent: string) => Promise<string>;
  settings: () => SiteSettings;
  /** Stores a file of a form that is sent without JavaScript. */
  storeFile: StoreFile;
  incoming: IncomingFiles;
  siteOrigin: SiteOrigin;
  /** Loaded for each request, so that a development server can answer with what was just edited. */
  site: (
    url: string,
  ) => Promise<{ renderPage: RenderPage; assets: Assets; transform?: (html: string) => Promise<string> }>;
}

/** Milliseconds in which a page is made, or else the error screen. */
const timeLimit = 15_000;

/** A letter, digit or `-_~` that was encoded without need, as itself (RFC 3986, section 6.2.2.2). */
function decodeUnreserved(path: string): string {
  return path.replace(/%[\da-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w~-]/.test(character) ? character : encoded;
  });
}

/** Every address of the site is in lower case. What is encoded stays as it is. */
function lowerCase(path: string): string {
  return path.replace(/%[\da-f]{2}|[A-Z]+/gi, (part) => (part.startsWith('%') ? part : part.toLowerCase()));
}

/**
 * Returns the one spelling of a page's address: lower case, no trailing slash, nothing encoded without need, and exactly one
 * slash at its start, for two would name another host; null where the path is spelt so already, its slashes at the start aside.
 */
function plainSpelling(url: string): string | null {
  const [path = '', query] = url.split(/\?(.*)/s, 2);
  const decoded = lowerCase(decodeUnreserved(path));
  const trimmed = decoded === '/' ? decoded : decoded.replace(/\/+$/, '');
  if (trimmed === path) return null;
  const plain = `/${trimmed.replace(/^\/+/, '')}`;
  return query === undefined ? plain : `${plain}?${query}`;
}

/**
 * Whether a path holds a backslash or a control character, encoded or not. Some programs take the one for a slash and
 * drop the other (URL Standard, section 4.4), so that such a path may lead to another host; none of ours has either.
 */
function isOdd(path: string): boolean {
  return !path.startsWith('/') || /[\\\p{Cc}]|%(?:[01][\da-f]|5c|7f)/iu.test(path);
}

/**
 * The whole address of a page: the site's own, for the Host header of a request names nothing here. Null where the path
 * is not what it says: dot segments lead elsewhere, two slashes at its start to another host.
 */
function addressOf(url: string, path: string, { siteUrl }: SiteSettings): URL | null {
  const address = URL.parse(url, siteUrl);
  return address?.origin === new URL(siteUrl).origin && address.pathname === path ? address : null;
}

/** A form's fields, as a page's action reads them. */
function formOf({ method, body }: FastifyRequest): RequestInit {
  return method === 'POST' ? { method, body: body instanceof URLSearchParams ? body : new URLSearchParams() } : {};
}

/**
 * Sends a browser on to another address of this site. Throws where the target is no path that starts with exactly one
 * slash, or where a browser would read it as another: dot segments, backslashes, control characters.
 */
function redirectTo(
  { settings }: PagesOptions,
  reply: FastifyReply,
  { status, target, cache }: { status: number; target: string; cache: CachePolicy },
): FastifyReply {
  const [path = ''] = target.split(/[?#]/, 1);
  if (isOdd(path) || !addressOf(target, path, settings())) throw new ApiError('not_found', 'The path leads elsewhere.');
  return reply.status(status).header('cache-control', cachePolicies[cache]).header('location', target).send();
}

interface Asked {
  address: URL;
  signal?: AbortSignal;
  /** The status it has failed with already. */
  failed?: number;
  sentForm?: FormSubmission | undefined;
}

async function sendPage(
  options: PagesOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Asked,
): Promise<FastifyReply> {
  const { address, signal, failed, sentForm } = asked;
  const { renderPage, assets, transform } = await options.site(address.pathname + address.search);
  const rendered = await renderPage({
    request: new Request(address, { signal: signal ?? null, ...(failed ? {} : formOf(request)) }),
    client: options.clientFor(request),
    settings: options.settings(),
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
  if (rendered.status === 503) reply.header('retry-after', '5');
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
  sentForm?: FormSubmission,
): Promise<FastifyReply> {
  const { url } = request;
  const [path = ''] = url.split('?', 1);
  if (isOdd(path)) throw new ApiError('not_found', 'No address here holds a backslash or a control character.');
  const plain = plainSpelling(url);
  if (plain) return redirectTo(options, reply, { status: 308, target: plain, cache: 'public' });
  const address = addressOf(url, path, options.settings());
  if (!address) throw new ApiError('not_found', 'The path leads elsewhere.');
  const signal = AbortSignal.timeout(timeLimit);
  try {
    return await sendPage(options, request, reply, { address, signal, sentForm });
  } catch (error) {
    throw signal.aborted ? new ApiError('unavailable', `The page was not made within ${timeLimit} ms.`) : error;
  }
}

/** Answers every address that nothing else knows with a page, the error screen included. */
export function servePages(app: FastifyInstance, options: PagesOptions): void {
  // The API's reference is a page among the API's addresses.
  for (const url of ['/*', '/api/docs', '/api/docs/']) {
    app.route({
      method: ['GET', 'HEAD'],
      url,
      schema: { hide: true },
      handler: (request, reply) => answerPage(options, request, reply),
    });
    // `/*` refuses for every address of the site, also those of files and documents.
    refuseOtherMethods(app, url, ['GET']);
  }
}

const formLimit = 128 * 1024;

/**
 * Takes the forms that pages send without JavaScript, as `application/x-www-form-urlencoded` or, with files, as
 * `multipart/form-data`; no other site's page can send one.
 */
export function takeForms(app: FastifyInstance, options: PagesOptions): void {
  app.register(async (scope) => {
    const type = 'application/x-www-form-urlencoded';
    scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) =>
      done(null, parseForm(bytes as Buffer)),
    );
    await acceptMultipart(scope);
    // Fastify's own; a page's form comes in none of these.
    scope.removeContentTypeParser(['application/json', 'text/plain']);
    for (const url of formPaths) {
      scope.post(url, { schema: { hide: true }, bodyLimit: formLimit }, async (request, reply) => {
        if (!isSameOrigin(request, options.siteOrigin))
          throw new ApiError('forbidden', 'This form did not come from a page of this site.');
        const { storeFile: store, incoming } = options;
        const taken = request.isMultipart()
          ? await takeFormWithFiles(request, { store, incoming, fieldLimit: formLimit })
          : null;
        if (taken) request.body = taken.form;
        const visitorKey = await options.visitorKey(request.ip, request.headers['user-agent'] ?? '');
        return answerPage(options, request, reply, { visitorKey, files: taken?.files ?? null });
      });
      refuseOtherMethods(scope, url, ['GET', 'POST']);
    }
  });
}

/** The error screen for a request that failed before it was a page, or instead of one; see `ShowFailure`. */
export function showFailure(options: PagesOptions, ...[failed, request, reply]: Parameters<ShowFailure>) {
  const settings = options.settings();
  const [path = ''] = request.url.split('?', 1);
  const address = addressOf(request.url, path, settings) ?? new URL('/a-broken-address', settings.siteUrl);
  return sendPage(options, request, reply, { address, failed });
}
