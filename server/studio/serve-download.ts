import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import type { CallEndpoint } from '../../api/http/call-endpoint.ts';
import { createInProcessStudioClient } from '../../api/http/in-process-client.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import type { StudioClient } from '../../contract/studio/client.ts';

export interface DownloadContext {
  ctx: ApiContext;
  callEndpoint: CallEndpoint;
}

/** A file that the browser saves. */
interface SavedFile {
  name: string;
  type: 'text/csv' | 'application/jsonl';
  body: string | Readable;
}

/** Serves a file to users of the Studio. The operations that `create` calls check the permission. */
export function serveDownload(
  app: FastifyInstance,
  path: string,
  { ctx, callEndpoint }: DownloadContext,
  create: (client: StudioClient, query: Record<string, string>) => Promise<SavedFile>,
): void {
  const options = { schema: { hide: true }, exposeHeadRoute: false };
  app.get<{ Querystring: Record<string, string> }>(path, options, async (request, reply) => {
    const caller = await getStudioCaller(ctx, request, reply);
    const client = createInProcessStudioClient({ callEndpoint, caller, requestId: request.id, log: request.log });
    const { name, type, body } = await create(client, request.query);
    return reply
      .header('cache-control', cachePolicies.never)
      .header('content-disposition', `attachment; filename="${name}"`)
      .type(`${type}; charset=utf-8`)
      .send(body);
  });
}
