import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message as it was transferred. */
  raw: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** The response to the next mails; null accepts them. */
  refuseWith: { code: number; message: string } | null;
  /** A mail that contains this text breaks the connection; null breaks none. */
  breakOffAt: string | null;
  /** Whether it takes mails but does not say so, and stays silent. */
  isSilent: boolean;
  /** Closes every connection and accepts no new one, as after a power failure. Received mails are kept. */
  goDown(): Promise<void>;
  /** Listens again, on the same port. */
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a real SMTP server on a free port of 127.0.0.1, which keeps the mails it receives. */
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
          if (!mailServer.isSilent) done();
        });
      },
    });
    // A killed client breaks its connection, which is no failure of the server.
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
    isSilent: false,
    goDown: stop,
    comeBack: listen,
    close: stop,
  };
  await listen();
  mailServer.url = `smtp://127.0.0.1:${port}`;
  return mailServer;
}

/** Decodes quoted-printable text (RFC 2045, section 6.7): soft line breaks, then bytes such as `=3D`. */
function decodeQuotedPrintable(text: string): string {
  const bytes = text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/g, '%$1');
  return bytes.replace(/(?:%[0-9A-F]{2})+/g, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString());
}

/** Returns what a raw mail says: its headers, and its parts as text. */
export function decodeMail(raw: string): string {
  const words = raw.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    kind.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString()
      : decodeQuotedPrintable(text.replaceAll('_', ' ')),
  );
  return words
    .split(/^--.+$/m)
    .map((part) => {
      const [head = '', ...body] = part.split(/\r?\n\r?\n/);
      const text = body.join('\n\n');
      if (/^content-transfer-encoding: base64/im.test(head)) return `${head}\n\n${Buffer.from(text, 'base64')}`;
      const isQuoted = /^content-transfer-encoding: quoted-printable/im.test(head);
      return `${head}\n\n${isQuoted ? decodeQuotedPrintable(text) : text}`;
    })
    .join('\n');
}

/** Returns the link to an appointment in a raw mail, with the address of the site under test. */
export function readLink(raw: string, site: string): string {
  const token = /\?manage=([\w-]+\.[\w-]+)/.exec(decodeMail(raw))?.[1];
  if (!token) throw new Error('The mail holds no link');
  return `${site}/book-a-free-consultation?manage=${token}`;
}
