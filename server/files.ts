import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { atMost } from '../api/slots.ts';
import { cachePolicies } from '../contract/cache-policies.ts';
import { buildFolder } from './folders.ts';
import { etagOf, matches } from './page-cache/answer.ts';
import { chooseEncoding, type Encoding } from './page-cache/encodings.ts';
import { makeShelf } from './page-cache/shelf.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A file in one encoding, as it is sent. */
interface Variant {
  body: Buffer;
  etag: string;
}

/** A built file with the encodings that the build made of it (`server/release-files.ts`). */
interface BuiltFile {
  variants: Partial<Record<Encoding, Variant>>;
  offered: Encoding[];
  bytes: number;
}

/** Bytes of memory for built files: those of a release are 1.3 MB, and earlier releases have some too. */
const memoryLimit = 16 * 1024 * 1024;
const readsAtOnce = 8;

async function readVariant(path: string): Promise<Variant | undefined> {
  const body = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  });
  return body && { body, etag: etagOf(body) };
}

async function readBuiltFile(path: string): Promise<BuiltFile | null> {
  const [identity, br, gzip] = [
    await readVariant(path),
    await readVariant(`${path}.br`),
    await readVariant(`${path}.gz`),
  ];
  if (!identity) return null;
  const variants = { identity, ...(br ? { br } : {}), ...(gzip ? { gzip } : {}) };
  const bytes = Object.values(variants).reduce((sum, { body }) => sum + body.length, 0);
  return { variants, offered: (['br', 'gzip'] as const).filter((name) => variants[name]), bytes };
}

/** Reads built files, each once however many ask, and keeps those asked for last in memory. */
function createFileReader(folder: string): (name: string) => Promise<BuiltFile | null> {
  const kept = makeShelf<BuiltFile>(memoryLimit);
  const underWay = new Map<string, Promise<BuiltFile | null>>();
  const inTurn = atMost(readsAtOnce);
  async function read(name: string): Promise<BuiltFile | null> {
    const file = await inTurn(() => readBuiltFile(join(folder, name)));
    if (file) kept.put(name, file, file.bytes);
    return file;
  }
  return async (name) => {
    const known = kept.get(name);
    if (known) return known;
    const reading = underWay.get(name) ?? read(name).finally(() => underWay.delete(name));
    underWay.set(name, reading);
    return reading;
  };
}

function answerNoFile(reply: FastifyReply): FastifyReply {
  return reply
    .status(404)
    .header('cache-control', cachePolicies.never)
    .type('text/plain; charset=utf-8')
    .send('There is no such file.\n');
}

/** Serves the built scripts, styles and fonts, of earlier releases too; a missing one is a plain 404, never HTML. */
export async function serveAssets(app: FastifyInstance): Promise<void> {
  const read = createFileReader(join(buildFolder, 'client/assets'));

  async function answerFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { '*': name = '' } = request.params as { '*'?: string };
    const type = types[extname(name)];
    const file = type && /^[\w.-]+$/.test(name) ? await read(name) : null;
    if (!file) return answerNoFile(reply);
    const encoding = chooseEncoding(request.headers['accept-encoding']?.toString(), file.offered);
    const { body, etag } = file.variants[encoding] as Variant;
    reply.headers({
      'cache-control': cachePolicies.immutable,
      etag,
      'accept-ranges': 'none',
      ...(file.offered.length > 0 ? { vary: 'accept-encoding' } : {}),
    });
    if (matches(request.headers['if-none-match'], etag)) return reply.status(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type as string).send(body);
  }

  await app.register(
    async (scope) => {
      // A name that no file can have.
      scope.setErrorHandler<{ statusCode?: number }>((error, _request, reply) => {
        if (error.statusCode === undefined || error.statusCode >= 500) throw error;
        return answerNoFile(reply);
      });
      scope.get('/*', { schema: { hide: true } }, answerFile);
    },
    { prefix: '/assets' },
  );
}
