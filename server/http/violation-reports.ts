import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { z } from 'zod';
import { ApiError } from '../../api/errors.ts';
import { decodeBody } from '../../api/http/read-body.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import { getNetwork } from '../../api/limit-rates.ts';
import { getEntryType, typesWithPages } from '../../contract/content/entry-types.ts';
import { fixedPaths } from '../../contract/content/site-paths.ts';

/** The path to which browsers report violations of the content security policy. */
export const reportsPath = '/violations';

const bodyLimit = 16 * 1024;
/** Reports read from one body. Browsers send one, or all reports of a page together. */
const maxReportsPerBody = 5;

/**
 * Limits of requests a minute, from one network and in total. A few reports are enough to see a mistake, and a flood
 * must not fill the disk with log lines.
 */
const ofNetwork = { points: 10, duration: 60 };
const ofAll = { points: 60, duration: 60 };

const text = z.string().max(4_000).catch('');
/** A report in the older format or in that of the Reporting API (Content Security Policy 3, sections 5.3 and 5.4). */
const report = z.union([
  z.object({
    'csp-report': z
      .object({
        'effective-directive': text,
        'violated-directive': text,
        'blocked-uri': text,
        'document-uri': text,
        'source-file': text,
      })
      .partial(),
  }),
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text, sourceFile: text }).partial(),
  }),
]);

interface Violation {
  /** The violated directive, such as `img-src`. */
  directive: string;
  /** The origin of the refused resource: `inline`, `eval`, a scheme, or scheme and host. */
  blocked: string;
  /** The first segment of the page's path, if it belongs to the site. */
  page: string;
  /** The built file that caused the violation. */
  file: string;
}

const firstParts = new Set(
  [
    ...fixedPaths,
    ...typesWithPages.flatMap((type) => [getEntryType(type).listPath, getEntryType(type).itemPath]),
  ].flatMap((path) => path?.split('/')[1] ?? []),
);

function describeBlocked(address: string): string {
  if (/^[\w-]{1,40}$/.test(address)) return address;
  const url = URL.parse(address);
  if (!url) return 'unknown';
  return /^https?:$/.test(url.protocol) ? `${url.protocol}//${url.hostname}` : url.protocol;
}

/**
 * Returns a report without anything that a visitor may have typed or that identifies them. Queries, paths of entries,
 * code samples, browsers and addresses are left out.
 */
function toViolation(given: z.infer<typeof report>): Violation {
  const { directive, blocked, page, file } =
    'type' in given
      ? {
          directive: given.body.effectiveDirective,
          blocked: given.body.blockedURL,
          page: given.body.documentURL,
          file: given.body.sourceFile,
        }
      : {
          directive: given['csp-report']['effective-directive'] || given['csp-report']['violated-directive'],
          blocked: given['csp-report']['blocked-uri'],
          page: given['csp-report']['document-uri'],
          file: given['csp-report']['source-file'],
        };
  const first = URL.parse(page ?? '')?.pathname.split('/')[1] ?? null;
  const [built = ''] = /\/assets\/[\w.-]{1,80}$/.exec(URL.parse(file ?? '')?.pathname ?? '') ?? [];
  return {
    directive: /^[a-z-]{1,40}/.exec(directive ?? '')?.[0] ?? 'unknown',
    blocked: describeBlocked(blocked ?? '').slice(0, 100),
    page: first !== null && firstParts.has(first) ? `/${first}` : 'unknown',
    file: built,
  };
}

function readReports(body: unknown): Violation[] {
  return [body]
    .flat()
    .slice(0, maxReportsPerBody)
    .flatMap((one) => {
      const parsed = report.safeParse(one);
      return parsed.success ? [toViolation(parsed.data)] : [];
    });
}

/** Accepts browsers' reports of policy violations, limited by network and in total, and logs them. */
export function acceptViolationReports(app: FastifyInstance): void {
  const all = new RateLimiterMemory(ofAll);
  const networks = new RateLimiterMemory(ofNetwork);

  async function limit(request: FastifyRequest): Promise<void> {
    try {
      // The total limit is checked first: a report refused by it creates no counter for the sender's network.
      const used = await all.get('all');
      if (used && used.remainingPoints <= 0) throw used;
      await networks.consume(getNetwork(request.ip));
      await all.consume('all');
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new ApiError('too_many_requests', 'Too many reports.', [], seconds);
    }
  }

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    for (const type of ['application/csp-report', 'application/reports+json', 'application/json']) {
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, bytes, done) => {
        try {
          done(null, JSON.parse(decodeBody(bytes as Buffer)));
        } catch {
          done(new ApiError('bad_request', 'This is not a report.'), undefined);
        }
      });
    }
    scope.post(reportsPath, { schema: { hide: true }, bodyLimit, onRequest: limit }, async (request, reply) => {
      for (const violation of readReports(request.body))
        request.log.warn({ violation }, 'a browser reported a policy violation');
      return reply.status(204).header('cache-control', 'no-store').send();
    });
    refuseOtherMethods(scope, reportsPath, ['POST']);
  });
}
