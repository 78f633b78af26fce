import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import { buildFolder } from '../folders.ts';
import { chooseEncoding, type Encoding } from './encodings.ts';
import { createEtag, matchesEtag } from './etag.ts';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** A built file in one encoding. */
interface Variant {
  body: Buffer;
  etag: string;
}

/** The encodings of a file, as the build wrote them (`server/build/release-files.ts`). */
type BuiltFile = Map<Encoding, Variant>;

/** Bytes of memory for built files. One release has 1.3 MB, and files of earlier releases are served too. */
const memoryLimit = 16 * 1024 * 1024;
/** The number of files that are read at once. */
const readConcurrency = 8;

async function readVariant(path: string): Promise<Variant | undefined> {
  const body = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
    throw error;
  });
  return body && { body, etag: createEtag(body) };
}

async function readBuiltFile(path: string): Promise<BuiltFile | undefined> {
  const file: BuiltFile = new Map();
  for (const [encoding, ending] of [['identity', ''] as const, ['br', '.br'] as const, ['gzip', '.gz'] as const]) {
    const variant = await readVariant(path + ending);
    if (variant) file.set(encoding, variant);
  }
  return file.has('identity') ? file : undefined;
}

/**
 * Creates a function that reads built files from the first of the folders that has them. Concurrent calls share one
 * read, and recent files stay in memory.
 */
function createFileReader(folders: readonly string[]): (name: string) => Promise<BuiltFile | undefined> {
  const limit = pLimit(readConcurrency);
  const files = new LRUCache<string, BuiltFile>({
    maxSize: memoryLimit,
    sizeCalculation: (file) => [...file.values()].reduce((sum, { body }) => sum + body.length, 0),
    fetchMethod: (name) =>
      limit(async () => {
        for (const folder of folders) {
          const file = await readBuiltFile(join(folder, name));
          if (file) return file;
        }
        return undefined;
      }),
  });
  return (name) => files.fetch(name);
}

function answerNoFile(reply: FastifyReply): FastifyReply {
  return reply
    .status(404)
    .header('cache-control', cachePolicies.never)
    .type('text/plain; charset=utf-8')
    .send('There is no such file.\n');
}

/** The folder of the files that browsers load. */
export const assetsFolder = join(buildFolder, 'client/assets');

/**
 * Serves built scripts, styles and fonts: those of this release, of earlier ones, and of other releases whose servers
 * share them in the folder `shared`. The response for a missing file is a 404 as plain text, never HTML.
 */
export async function serveAssets(app: FastifyInstance, shared?: string): Promise<void> {
  const read = createFileReader(shared ? [assetsFolder, shared] : [assetsFolder]);

  async function answerFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { '*': name = '' } = request.params as { '*'?: string };
    const type = types[extname(name)];
    const file = type && /^[\w.-]+$/.test(name) ? await read(name) : null;
    if (!file) return answerNoFile(reply);
    const offered = [...file.keys()];
    const encoding = chooseEncoding(request.headers['accept-encoding']?.toString(), offered);
    const { body, etag } = file.get(encoding) as Variant;
    reply.headers({
      'cache-control': cachePolicies.immutable,
      etag,
      'accept-ranges': 'none',
      ...(offered.length > 1 ? { vary: 'accept-encoding' } : {}),
    });
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.status(304).send();
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    return reply.type(type as string).send(body);
  }

  await app.register(
    async (scope) => {
      // The router refuses a malformed name, which no file can have.
      scope.setErrorHandler<{ statusCode?: number }>((error, _request, reply) => {
        if (error.statusCode === undefined || error.statusCode >= 500) throw error;
        return answerNoFile(reply);
      });
      scope.get('/*', { schema: { hide: true } }, answerFile);
    },
    { prefix: '/assets' },
  );
}
