import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message as it came over the wire. */
  raw: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** What the next mails are answered with; null takes them. */
  refuseWith: { code: number; message: string } | null;
  /** A mail that holds this text breaks the connection; null: none does. */
  breakOffAt: string | null;
  /** Breaks every connection and takes no new one, as a server that lost its power; keeps what it was given. */
  goDown(): Promise<void>;
  /** Listens again, on the port it had. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** A real SMTP server on a free port of 127.0.0.1 that keeps what it is given. */
export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>();
  let server: SMTPServer;
  let port = 0;

  async function listen(): Promise<void> {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onData(stream, session, done) {
        let raw = '';
        stream.on('data', (part) => {
          raw += part;
        });
        stream.on('end', () => {
          const { refuseWith, breakOffAt } = mailServer;
          if (refuseWith) return done(Object.assign(new Error(refuseWith.message), { responseCode: refuseWith.code }));
          if (breakOffAt && raw.includes(breakOffAt)) {
            for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy();
            return;
          }
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom ? mailFrom.address : '';
          mailServer.received.push({ from, to: rcptTo.map(({ address }) => address), raw });
          done();
        });
      },
    });
    // A client that is killed breaks its connections; that is no failure of the server's.
    server.on('error', () => undefined);
    server.server.on('connection', (socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    });
    server.listen(port, '127.0.0.1');
    await once(server.server, 'listening');
    ({ port } = server.server.address() as AddressInfo);
  }

  async function stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  const mailServer: MailServer = {
    url: '',
    received: [],
    refuseWith: null,
    breakOffAt: null,
    goDown: stop,
    comeBack: listen,
    close: stop,
  };
  await listen();
  mailServer.url = `smtp://127.0.0.1:${port}`;
  return mailServer;
}
