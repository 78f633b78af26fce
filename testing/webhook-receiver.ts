import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An event as a receiver got it. */
export interface ReceivedEvent {
  headers: IncomingHttpHeaders;
  /** The header `webhook-id`. */
  id: string;
  /** The body as it was sent; `event` is what it says. */
  body: string;
  event: { type: string; timestamp: string; data: Record<string, string | number> };
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedEvent[];
  /** Answers the next events; they are received whatever it answers. */
  answerWith: RequestListener;
  /** Stops listening, as a server that is away. */
  goAway(): Promise<void>;
  /** Listens again, on the same port. */
  comeBack(): Promise<void>;
}

/** Starts a receiver of webhooks on a free port of 127.0.0.1. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  let port = 0;
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { headers } = request;
    receiver.received.push({ headers, id: String(headers['webhook-id']), body, event: JSON.parse(body) });
    receiver.answerWith(request, response);
  });
  const listen = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  await listen();
  ({ port } = server.address() as AddressInfo);
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/events`,
    received: [],
    answerWith: (_request, response) => response.end(),
    goAway: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
    comeBack: listen,
  };
  return receiver;
}
