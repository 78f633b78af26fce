import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createTarPacker } from 'modern-tar';
import type { ApiContext } from '../../api/context.ts';
import type { CallEndpoint } from '../../api/http/call-endpoint.ts';
import { createInProcessStudioClient } from '../../api/http/in-process-client.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { readStoredFile } from '../../api/messages/files/read-files.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import { pageUserField, personalArchivePath } from '../../contract/studio/paths.ts';

type PersonalExport = StudioOutput<'exportPersonalData'>;

/** Writes an export to a tar archive: `data.json`, and each file that was sent. One file is in memory at a time. */
async function packExport(
  ctx: ApiContext,
  { files, ...data }: PersonalExport,
  controller: ReturnType<typeof createTarPacker>['controller'],
): Promise<void> {
  async function add(name: string, bytes: Buffer): Promise<void> {
    const writer = controller.add({ name, size: bytes.length, mode: 0o600, type: 'file' }).getWriter();
    await writer.write(bytes);
    await writer.close();
  }
  await add('data.json', Buffer.from(JSON.stringify({ ...data, files }, null, 2)));
  for (const { token, path, isMissing } of files)
    if (!isMissing) await add(path, (await readStoredFile(ctx, token)).bytes);
  controller.finalize();
}

export interface ArchiveOptions {
  ctx: ApiContext;
  callEndpoint: CallEndpoint;
  /** Refuses a form that did not come from a page of the Studio. */
  guardForm(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}

/**
 * Serves everything that is stored about an e-mail address as one archive. The address is in the form, because
 * addresses of requests are written to logs. The operation `exportPersonalData` checks who may have it, and records it.
 */
export function servePersonalArchive(app: FastifyInstance, { ctx, callEndpoint, guardForm }: ArchiveOptions): void {
  app.post(personalArchivePath, { schema: { hide: true }, onRequest: guardForm }, async (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    const caller = { ...(await getStudioCaller(ctx, request, reply)), pageUser: form.get(pageUserField) };
    const client = createInProcessStudioClient({ callEndpoint, caller, requestId: request.id, log: request.log });
    const exported = await client.call('exportPersonalData', { email: form.get('email') ?? '' });
    const { readable, controller } = createTarPacker();
    packExport(ctx, exported, controller).catch((error: unknown) => controller.error(error));
    return reply
      .header('cache-control', cachePolicies.never)
      .header('content-disposition', 'attachment; filename="personal-data.tar"')
      .type('application/x-tar')
      .send(Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]));
  });
}
