import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export interface HeaderOptions {
  siteUrl: string;
  apiBaseUrl: string;
  isDevelopment: boolean;
}

/**
 * The header policy. Everything comes from this server; nothing inline runs, so pages need no nonce and can be cached.
 * Trusted Types (W3C): only the site's own `entry-html` policy may make HTML from text.
 */
export async function setHeaders(
  app: FastifyInstance,
  { siteUrl, apiBaseUrl, isDevelopment }: HeaderOptions,
): Promise<void> {
  const isSecure = siteUrl.startsWith('https:');
  const live = isDevelopment ? ["'unsafe-inline'"] : [];
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...live],
        styleSrc: ["'self'", ...live],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...(apiBaseUrl ? [new URL(apiBaseUrl).origin] : []), ...(isDevelopment ? ['ws:'] : [])],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        ...(isDevelopment ? {} : { requireTrustedTypesFor: ["'script'"], trustedTypes: ['entry-html'] }),
        ...(isSecure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: isSecure ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    // For browsers that do not know frame-ancestors.
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Social images and feeds' pictures are shown by other sites.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()');
  });
}
