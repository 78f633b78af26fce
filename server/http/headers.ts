import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { themeScript } from '../../site/device/theme-script.ts';
import { speculationRules } from '../../site/html/speculation-rules.ts';
import { viewTransitionStyle } from '../../site/html/view-transition-style.ts';
import { createHashSource } from './content-policy.ts';
import { reportsPath } from './violation-reports.ts';

export interface HeaderOptions {
  siteUrl: string;
  apiBaseUrl: string;
  isDevelopment: boolean;
}

const inlineScripts = [themeScript, speculationRules].map(createHashSource);

/**
 * Returns Helmet's options. Everything comes from this server, and only known inline scripts and styles run. Pages
 * therefore need no nonce and can be cached. By Trusted Types (W3C), only the site's own policy `entry-html` may create
 * HTML from text.
 */
function createHelmetOptions({ siteUrl, apiBaseUrl, isDevelopment }: HeaderOptions): HelmetOptions {
  const isSecure = siteUrl.startsWith('https:');
  // A hash would disable `unsafe-inline`, which the development server needs for its scripts and styles.
  const live = isDevelopment ? ["'unsafe-inline'"] : [];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...(isDevelopment ? live : inlineScripts)],
        styleSrc: ["'self'", ...(isDevelopment ? live : [createHashSource(viewTransitionStyle)])],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(apiBaseUrl ? [new URL(apiBaseUrl).origin] : []), ...(isDevelopment ? ['ws:'] : [])],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        // All browsers know `report-uri`. `report-to` delays reports by a minute and needs a second header on every
        // response.
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
    // These headers concern only Flash, downloads of Internet Explorer, former XSS filters, and early name look-ups.
    xPermittedCrossDomainPolicies: false,
    xDownloadOptions: false,
    xXssProtection: false,
    xDnsPrefetchControl: false,
  };
}

/** Returns the security headers of every response: Helmet's and the site's own. */
export function createSecurityHeaders(options: HeaderOptions): Record<string, string> {
  const headers: Record<string, string> = {
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  };
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  // Helmet only sets and removes headers, so these stand-ins for request and response are enough.
  helmet(createHelmetOptions(options))({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

/** Paths of files that belong to pages. */
const files = /^\/(?:assets\/|site\.webmanifest$|icon\.svg$)/;

/**
 * The headers that have a meaning for a file of a page. The others would add a kilobyte, and a packet, to each file.
 */
const fileHeaderNames = new Set([
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
]);

/** Paths that other sites may embed: the public API, feeds, social images, and the icons that feeds name. */
const shared =
  /^\/(?:api(?!\/docs)(?:\/|$)|social-images\/|(?:[\w-]+\/)?feed\.(?:xml|atom|json)$|(?:social-image\.png|favicon\.ico|apple-touch-icon\.png)$)/;

export function setSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  const fileHeaders = Object.fromEntries(Object.entries(headers).filter(([name]) => fileHeaderNames.has(name)));
  app.addHook('onRequest', async (request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    reply.headers(files.test(path) ? fileHeaders : headers);
    if (shared.test(path)) reply.header('cross-origin-resource-policy', 'cross-origin');
  });
}
