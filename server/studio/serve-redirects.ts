import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import type { CallEndpoint } from '../../api/http/call-endpoint.ts';
import { createInProcessStudioClient } from '../../api/http/in-process-client.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { redirectsFilePath } from '../../contract/studio/paths.ts';

/** Serves all redirects as a file. The operation `exportRedirects` checks the permission. */
export function serveRedirects(
  app: FastifyInstance,
  { ctx, callEndpoint }: { ctx: ApiContext; callEndpoint: CallEndpoint },
): void {
  app.get(redirectsFilePath, { schema: { hide: true }, exposeHeadRoute: false }, async (request, reply) => {
    const caller = await getStudioCaller(ctx, request, reply);
    const client = createInProcessStudioClient({ callEndpoint, caller, requestId: request.id, log: request.log });
    const { csv } = await client.call('exportRedirects', {});
    return reply
      .header('cache-control', cachePolicies.never)
      .header('content-disposition', 'attachment; filename="redirects.csv"')
      .type('text/csv; charset=utf-8')
      .send(csv);
  });
}
