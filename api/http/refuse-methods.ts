import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parsePathPattern } from '../../contract/http/path-pattern.ts';
import { ApiError } from '../errors.ts';

/**
 * The methods with a table of routes of their own. All others share one route, because Fastify's tables of thirty
 * methods would take 10 MB.
 */
export const routedMethods: readonly string[] = ['GET', 'HEAD', 'POST'];

/** The allowed methods of each path of a server, by its pattern. */
const allowedMethods = new WeakMap<object, Map<string, string>>();

/**
 * Answers OPTIONS with 204 and every other method with 405, each with the allowed methods (RFC 9110, section 15.5.6).
 */
function answerMethod(allow: string, { method }: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('allow', allow);
  if (method === 'OPTIONS') return reply.status(204).send();
  throw new ApiError('method_not_allowed', `${method} is not allowed here. Use ${allow}.`);
}

/** Returns the allowed methods of a path; undefined for a path of no route. */
function findAllowed(patterns: ReadonlyMap<string, string>, path: string): string | undefined {
  const own = patterns.get(path);
  if (own) return own;
  const matches = (pattern: string) => new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(path);
  const [, matching] = [...patterns].find(([pattern]) => pattern.includes(':') && matches(pattern)) ?? [];
  return matching ?? (path.startsWith('/api') ? undefined : patterns.get('/*'));
}

/** Refuses all methods of a path except the given ones, HEAD for GET, and OPTIONS. */
export function refuseOtherMethods(app: FastifyInstance, path: string, methods: readonly string[]): void {
  const allow = methods.includes('GET') ? [...methods, 'HEAD', 'OPTIONS'] : [...methods, 'OPTIONS'];
  const patterns = allowedMethods.get(app.server) ?? new Map<string, string>();
  allowedMethods.set(app.server, patterns.set(parsePathPattern(path).fastifyPath, allow.join(', ')));
  const refused = routedMethods.filter((method) => !allow.includes(method));
  if (refused.length === 0) return;
  app.route({
    method: refused,
    url: parsePathPattern(path).fastifyPath,
    schema: { hide: true },
    // Before the body is read: a wrong method does not need the body.
    onRequest: async (request, reply) => answerMethod(allow.join(', '), request, reply),
    handler: async () => undefined,
  });
}

/** Answers the methods that no path of a server has, OPTIONS among them. */
export function refuseUnusedMethods(app: FastifyInstance): void {
  app.route({
    method: app.supportedMethods.filter((method) => !routedMethods.includes(method)),
    url: '/*',
    schema: { hide: true },
    onRequest: async (request, reply) => {
      const [path = ''] = request.url.split('?', 1);
      const allow = findAllowed(allowedMethods.get(app.server) ?? new Map(), path);
      if (!allow) throw new ApiError('not_found', 'There is nothing at this address.');
      return answerMethod(allow, request, reply);
    },
    handler: async () => undefined,
  });
}
