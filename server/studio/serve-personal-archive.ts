import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createTarPacker } from 'modern-tar';
import type { ApiContext } from '../../api/context.ts';
import type { CallEndpoint } from '../../api/http/call-endpoint.ts';
import { createInProcessStudioClient } from '../../api/http/in-process-client.ts';
import { getStudioCaller } from '../../api/http/studio-session.ts';
import { readStoredFile } from '../../api/messages/files/link.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import { pageUserField, personalArchivePath } from '../../contract/studio/paths.ts';
import { personalTableNames } from '../../contract/studio/privacy-kinds.ts';

type PersonalExport = StudioOutput<'exportPersonalData'>;

/** Columns that say nothing to the person: ids, hashes and keys. */
const technicalColumn = /(?:^id|Id|Sha256|Key|token|network|provable|sequence)$/;

/** Returns an export as a text that the person can read. */
function writeExportText({ email, at, stored }: Omit<PersonalExport, 'files'>): string {
  const writeRow = (row: Record<string, unknown>) =>
    Object.entries(row)
      .filter(([name, value]) => value !== null && String(value) !== '' && !technicalColumn.test(name))
      .map(([name, value]) => {
        const words = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
        return `${words}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
      })
      .join('\n');
  const parts = Object.entries(stored)
    .filter(([, rows]) => rows.length > 0)
    .map(([table, rows]) => [`== ${personalTableNames[table] ?? table} (${rows.length}) ==`, ...rows.map(writeRow)]);
  return [`Everything stored about ${email}, at ${at}`, ...parts.flat()].join('\n\n');
}

/**
 * Writes an export to a tar archive: `data.txt` for people, `data.json` for programs, and each file that was sent. One
 * file is in memory at a time.
 */
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
  await add('data.txt', Buffer.from(writeExportText(data)));
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
 * Serves everything that is stored about an e-mail address as one archive. The e-mail address is sent in a form,
 * because logs hold the URLs of requests. The operation `exportPersonalData` checks the permission, and records the
 * export.
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
