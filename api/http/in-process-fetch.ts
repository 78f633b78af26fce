import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type InjectOptions, type Response as InjectResponse, inject } from 'light-my-request';

/** The pair's value for calls that never leave the process. */
export const inProcessToken = randomUUID();

/** Asks an app without a socket. Unlike the app's own `inject` it is answered while the server closes. */
export async function askInProcess(app: FastifyInstance, request: InjectOptions): Promise<InjectResponse> {
  await app.ready();
  // What inject makes stands in for Node's own request and response, as Fastify itself takes it.
  const dispatch = (made: unknown, response: unknown) =>
    app.routing(made as IncomingMessage, response as ServerResponse);
  return inject(dispatch, request);
}

/**
 * `fetch` that goes through the API's door without a socket: same validation, same errors, same answers. Unlike the
 * server's own `inject` it answers while the server closes, because pages that are still being made need it.
 * `remoteAddress` is the visitor's, for whom limits count.
 */
export function inProcessFetch(app: FastifyInstance, remoteAddress?: string): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(new URL(String(input), 'http://in-process'), init);
    const answer = await askInProcess(app, {
      method: request.method as NonNullable<InjectOptions['method']>,
      url: request.url,
      // Our own pages are this site; a page's form was checked before its action called.
      headers: {
        ...Object.fromEntries(request.headers),
        'sec-fetch-site': 'same-origin',
        cookie: `XSRF-TOKEN=${inProcessToken}`,
      },
      signal: request.signal,
      ...(remoteAddress ? { remoteAddress } : {}),
      ...(request.body ? { payload: Buffer.from(await request.arrayBuffer()) } : {}),
    });
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value].flat().map((one) => [name, String(one)] as [string, string]),
    );
    const hasBody = ![204, 304].includes(answer.statusCode);
    return new Response(hasBody ? new Uint8Array(answer.rawPayload) : null, { status: answer.statusCode, headers });
  };
}
