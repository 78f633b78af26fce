import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy in front of an S3 server that refuses deletions, as a bucket whose objects are locked does. */
export interface S3Proxy {
  endpoint: string;
  /** The number of deletions that are still accepted. Each one reduces it, and the others are refused. */
  acceptedDeletions: number;
  close(): Promise<void>;
}

const refusal = '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

/** Starts a proxy on a free port of 127.0.0.1 that refuses nothing yet. */
export async function startS3Proxy(endpoint: string): Promise<S3Proxy> {
  const { hostname, port } = new URL(endpoint);
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request;
    if (method === 'DELETE' && proxy.acceptedDeletions-- <= 0) {
      response.writeHead(403, { 'content-type': 'application/xml' }).end(refusal);
      return;
    }
    // The header `host` is part of the signature, so all headers stay as they are.
    const forwarded = sendRequest({ hostname, port, method, path, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    forwarded.once('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: S3Proxy = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    acceptedDeletions: Number.POSITIVE_INFINITY,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}
