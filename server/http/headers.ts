import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { optInStyle } from '../../site/opt-in-style.ts';
import { speculationRules } from '../../site/speculation-rules.ts';
import { themeScript } from '../../site/theme-script.ts';
import { reportsPath } from './take-reports.ts';

export interface HeaderOptions {
  siteUrl: string;
  apiBaseUrl: string;
  isDevelopment: boolean;
}

/** What stands inline, named by its hash (Content Security Policy 3, section 2.3.1). */
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const inlineScripts = [themeScript, speculationRules].map(hashOf);

/**
 * The header policy. Everything comes from this server; inline runs only what is known beforehand, so pages need no nonce
 * and can be cached.
 * Trusted Types (W3C): only the site's own `entry-html` policy may make HTML from text.
 */
function policyOf({ siteUrl, apiBaseUrl, isDevelopment }: HeaderOptions): HelmetOptions {
  const isSecure = siteUrl.startsWith('https:');
  // A hash would turn `unsafe-inline` off, by which the development server brings in its own scripts and styles.
  const live = isDevelopment ? ["'unsafe-inline'"] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(isDevelopment ? live : inlineScripts)],
        styleSrc: ["'self'", ...(isDevelopment ? live : [hashOf(optInStyle)])],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(apiBaseUrl ? [new URL(apiBaseUrl).origin] : []), ...(isDevelopment ? ['ws:'] : [])],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        // All browsers know it; `report-to` waits for a minute, and needs one header more on each answer.
        reportUri: [reportsPath],
        ...(isDevelopment ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['entry-html'] }),
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    // For browsers that do not know frame-ancestors.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // For programs that are gone: Flash, Internet Explorer's downloads, filters that made pages unsafe, and looking names up early.
    xPermittedCrossDomainPolicies: false,
    xDownloadOptions: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
  };
}

/** The headers of every answer, from Helmet and of our own. */
export function siteHeaders(options: HeaderOptions): Record<string, string> {
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(policyOf(options))({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

const files = /^\/(?:assets\/|site\.webmanifest$|icon\.svg$)/;

/** What means something on a file that a page is made of; the rest is a kilobyte that makes each a packet longer. */
const forFiles = new Set(['cross-origin-resource-policy', 'strict-transport-security', 'x-content-type-options']);

/**
 * What other sites are meant to show or read: the public API, feeds, the pictures of links to a page, and the icons that
 * feeds name.
 */
const shared =
  /^\/(?:api(?!\/docs)(?:\/|$)|social-images\/|(?:[\w-]+\/)?feed\.(?:xml|atom|json)$|(?:social-image\.png|favicon\.ico|apple-touch-icon\.png)$)/;

/** Sets the security headers on every answer. */
export function setHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  const fileHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => forFiles.has(name)));
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    reply.headers(files.test(path) ? fileHeaders : headers);
    if (shared.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}
