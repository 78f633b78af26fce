import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a load balancer that sends each request to the next of several servers on this machine. */
export async function startRoundRobinProxy(ports: number[]): Promise<{ address: string; stop(): Promise<void> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let turn = 0;
  const server = createServer((asked, answered) => {
    const port = ports[turn++ % ports.length];
    const { method, url: path, headers } = asked;
    const forwarded = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      answered.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(answered);
    });
    forwarded.on('error', () => answered.destroy());
    asked.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
