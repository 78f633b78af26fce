import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ApiContext } from '../api/context.ts';
import type { Connection } from '../api/db/connect.ts';
import { readPreviewToken } from '../api/entries/preview-token.ts';
import { askInProcess } from '../api/http/in-process-fetch.ts';
import { keptAddresses } from './page-cache/addresses.ts';
import { hearChanges } from './page-cache/announcements.ts';
import type { MadeAnswer } from './page-cache/answer.ts';
import { type Asker, makePageCache, type PageCache } from './page-cache.ts';
import type { SiteSource } from './site-source.ts';

// What makes an answer somebody's own, conditional, or partial; a kept one is made without.
const personalHeaders = new Set([
  'cookie',
  'authorization',
  'accept-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'expect',
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
]);

/** The page cache as it stands in front of the site's routes. */
export interface Front {
  /** Answers what is kept and hands on the rest. */
  wrap(handler: RequestListener): RequestListener;
  /**
   * The site's own calls to its API: those that a page shares with others come from memory too. For a form, whose page must
   * come back with what was typed, reads come from memory also where the database is away.
   */
  keeping(fetch: typeof globalThis.fetch, visitor?: string, isForm?: boolean): typeof globalThis.fetch;
  /** How much is kept. */
  size(): ReturnType<PageCache['size']>;
  /** Makes answers through this app from now on, and hears of changes until it closes. */
  attach(app: FastifyInstance): void;
}

export interface FrontOptions {
  ctx: ApiContext;
  database: Connection;
  parametersOf: SiteSource['parametersOf'];
  /** Bytes for kept answers; 0 where content comes from elsewhere, for its changes are not heard. */
  limit: number;
  /** Where it logs what it answers itself. */
  log: Logger;
}

export function makeFront({ ctx, database, parametersOf, limit, log }: FrontOptions): Front {
  let app: FastifyInstance | null = null;

  async function make(key: string, asker: Asker): Promise<MadeAnswer> {
    if (!app) throw new Error('The site does not answer yet');
    const { address, requestId } = asker;
    const headers = Object.entries(asker.headers).filter(([name]) => !personalHeaders.has(name));
    const made = await askInProcess(app, {
      method: 'GET',
      url: key,
      headers: { ...Object.fromEntries(headers), 'x-request-id': requestId },
      ...(address ? { remoteAddress: address } : {}),
    });
    return { status: made.statusCode, headers: made.headers, body: made.rawPayload };
  }

  const isPreview = async (token: string) => (await readPreviewToken(ctx, token)) !== null;
  const cache = makePageCache({ limit, make, log, addressOf: keptAddresses({ parametersOf, isPreview }) });

  return {
    wrap: (handler) => (request, response) => cache.answer(request, response, handler),
    keeping: (fetch, visitor, isForm) => async (input, init) => {
      const { pathname, search } = new URL(String(input), 'http://in-process');
      const asker = { headers: {}, address: visitor, requestId: randomUUID() };
      const isRead = (init?.method ?? 'GET') === 'GET';
      const kept = isRead ? await cache.read(pathname + search, asker) : null;
      if (kept) return new Response(new Uint8Array(kept.body));
      const answer = await fetch(input, init);
      const before = isForm && isRead && answer.status === 503 ? await cache.readKept(pathname + search) : null;
      return before ? new Response(new Uint8Array(before.body)) : answer;
    },
    size: cache.size,
    attach: (site) => {
      app = site;
      const hearing = hearChanges(
        { config: database.config, timeZone: ctx.company.timeZone },
        {
          onHearing: cache.open,
          onChange: cache.drop,
          onLost: (reason) => {
            cache.close();
            site.log.warn(
              { err: reason },
              'changes of content are not heard; no new answer is kept until they are again',
            );
          },
        },
      );
      site.addHook('preClose', async () => cache.end());
      site.addHook('onClose', () => hearing.stop());
    },
  };
}
