import type { FastifyInstance } from 'fastify';
import type { ApiContext } from '../../api/context.ts';
import { ApiError } from '../../api/errors.ts';
import { refuseOtherMethods } from '../../api/http/refuse-methods.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { cleanFileName, describeFileType } from '../../api/messages/files/file-names.ts';
import { readStoredFile, recordFileReading } from '../../api/messages/files/link.ts';
import { requireActor } from '../../api/people/sessions.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { messageFilePath } from '../../contract/studio/message-file-path.ts';
import { hasPermission } from '../../contract/studio/permissions.ts';

/** Returns the header by which a browser saves a file under its name (RFC 6266), in any script. */
function createDisposition(name: string): string {
  const clean = cleanFileName(name);
  const ascii = clean.replace(/[^\w .()-]/g, '_');
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/**
 * Serves the files of visitors to people who may read messages. A browser saves them and never opens them, except
 * pictures, which the site has encoded anew: with `?show` they are shown.
 */
export function serveMessageFiles(app: FastifyInstance, ctx: ApiContext): void {
  app.get<{ Params: { token: string }; Querystring: { show?: string } }>(
    messageFilePath,
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const actor = requireActor(await getStudioCaller(ctx, request, reply));
      if (!hasPermission(actor.role, 'read-messages'))
        throw new ApiError('forbidden', 'Your role does not permit this.');
      const { token } = request.params;
      if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(token))
        throw new ApiError('not_found', 'There is no such file.');
      const { name, contentType, bytes } = await readStoredFile(ctx, token);
      await recordFileReading(ctx, token, actor.userId);
      const isShown = request.query.show !== undefined && describeFileType(name, contentType).isPicture;
      return reply
        .header('cache-control', cachePolicies.never)
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('cross-origin-resource-policy', 'same-origin')
        .header('content-disposition', isShown ? 'inline' : createDisposition(name))
        .type(isShown ? contentType : 'application/octet-stream')
        .send(bytes);
    },
  );
  refuseOtherMethods(app, messageFilePath, ['GET']);
}
