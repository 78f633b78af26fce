import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ApiContext } from '../api/context.ts';
import type { Connection } from '../api/db/connect.ts';
import { readPreviewToken } from '../api/entries/preview-token.ts';
import { askInProcess } from '../api/http/ask-in-process.ts';
import { keptAddresses } from './page-cache/addresses.ts';
import { hearChanges } from './page-cache/announcements.ts';
import type { MadeAnswer } from './page-cache/answer.ts';
import type { DataCache } from './page-cache/data-cache.ts';
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
  /** How much is kept. */
  size(): ReturnType<PageCache['size']>;
  /** Makes answers through this app from now on, and hears of changes until it closes. */
  attach(app: FastifyInstance): void;
}

export interface FrontOptions {
  ctx: ApiContext;
  database: Connection;
  /** Follows the same announcements of changes. */
  dataCache: DataCache;
  parametersOf: SiteSource['parametersOf'];
  /** Bytes for kept answers; 0 where content comes from elsewhere, for its changes are not heard. */
  limit: number;
  /** Where it logs what it answers itself. */
  log: Logger;
}

export function makeFront({ ctx, database, dataCache, parametersOf, limit, log }: FrontOptions): Front {
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
    size: () => {
      const [pages, data] = [cache.size(), dataCache.size()];
      return {
        answers: pages.answers + data.answers,
        bytes: pages.bytes + data.bytes,
        stale: pages.stale + data.stale,
      };
    },
    attach: (site) => {
      app = site;
      const hearing = hearChanges(
        { config: database.config, timeZone: ctx.company.timeZone },
        {
          onHearing: () => {
            dataCache.enable();
            cache.open();
          },
          onChange: (sources) => {
            // The data first: a page that is made from now on must not be made of what has changed.
            dataCache.invalidate(sources);
            cache.drop(sources);
          },
          onLost: (reason) => {
            dataCache.disable();
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
