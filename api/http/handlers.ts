import type { z } from 'zod';
import { getEntryApiPath } from '../../contract/content/entry-paths.ts';
import { typesWithPages } from '../../contract/content/entry-types.ts';
import { browserRequests } from '../../contract/http/browser-requests.ts';
import { type OperationName, operations } from '../../contract/http/operations.ts';
import type { StudioOutput } from '../../contract/studio/client.ts';
import type { StudioOperation, StudioOperationName, studioOperations } from '../../contract/studio/operations.ts';
import { contentHandlers, contentStudioHandlers } from '../content/handlers.ts';
import type { ApiContext, Caller } from '../context.ts';
import { logStudioHandlers } from '../log/handlers.ts';
import {
  consultationStudioHandlers,
  mailStudioHandlers,
  messageHandlers,
  messageStudioHandlers,
  privacyStudioHandlers,
} from '../messages/handlers.ts';
import type { ReceivedFile } from '../messages/index.ts';
import { numberHandlers, numberStudioHandlers } from '../numbers/handlers.ts';
import { peopleStudioHandlers } from '../people/handlers.ts';
import { webhookStudioHandlers } from '../webhooks/handlers.ts';

/** Returns the requests of the API that browsers of visitors make, from the tables of the contract. */
async function listBrowserRequests(): Promise<StudioOutput<'browserRequests'>> {
  const entryPaths = typesWithPages.flatMap((type) =>
    (['list', 'item', 'byCategory', 'recent', 'recentExcept', 'related', 'metaKeys'] as const).flatMap(
      (operation) => getEntryApiPath(type, operation) ?? [],
    ),
  );
  const named = Object.entries(browserRequests).map(([name, when]) => {
    const { method, path } = operations[name as keyof typeof browserRequests];
    return { method, paths: [path as string], when };
  });
  return {
    items: [
      { method: 'GET', paths: [...new Set(entryPaths)], when: 'when an entry or a list is opened without a full load' },
      ...named,
    ],
  };
}

type Operations = typeof operations;
type PublicInput<N extends OperationName> = Operations[N] extends { body: infer B extends z.core.$ZodType }
  ? z.output<B>
  : Operations[N] extends { upload: true }
    ? AsyncIterable<ReceivedFile>
    : z.output<Operations[N]['input']>;
type PublicHandlers = {
  [N in OperationName]: (ctx: ApiContext, input: PublicInput<N>, caller: Caller) => Promise<unknown>;
};

/** The handlers of the public operations; `entryHandlers` has those on entries. */
export const handlers: PublicHandlers = {
  ...contentHandlers,
  ...messageHandlers,
  ...numberHandlers,
  // The transport sets the cookie, see guard-writes.ts.
  formToken: async () => ({ error: null }),
  // A constant answer, without a query: it must not reveal who is known (readings, "The API").
  checkEmailPhone: async () => ({ error: null }),
};

export type StudioInput<O extends StudioOperation> = O extends { upload: true }
  ? AsyncIterable<ReceivedFile> | Iterable<ReceivedFile>
  : O extends { body: infer B extends z.ZodObject }
    ? z.output<B>
    : O extends { input: infer I extends z.ZodObject }
      ? z.output<I>
      : Record<never, never>;
type StudioHandlers = {
  [N in StudioOperationName]: (
    ctx: ApiContext,
    input: StudioInput<(typeof studioOperations)[N]>,
    caller: Caller,
  ) => Promise<z.input<(typeof studioOperations)[N]['output']>>;
};

export const studioHandlers: StudioHandlers = {
  ...contentStudioHandlers,
  ...peopleStudioHandlers,
  ...webhookStudioHandlers,
  ...privacyStudioHandlers,
  browserRequests: listBrowserRequests,
  ...consultationStudioHandlers,
  ...messageStudioHandlers,
  ...mailStudioHandlers,
  ...logStudioHandlers,
  health: (ctx) => ctx.health.read(),
  verifyBackup: (ctx) => ctx.health.verifyBackup(),
  ...numberStudioHandlers,
};
