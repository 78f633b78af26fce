import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

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
  close(): Promise<void>;
}

interface Session {
  envelope: { mailFrom: { address: string }; rcptTo: { address: string }[] };
}

interface SmtpServer {
  server: { address(): AddressInfo };
  listen(port: number, host: string, done: () => void): void;
  close(done: () => void): void;
}

// The package has no types of its own.
const { SMTPServer } = createRequire(import.meta.url)('smtp-server') as {
  SMTPServer: new (options: object) => SmtpServer;
};

/** A real SMTP server on a free port of 127.0.0.1 that keeps what it is given. */
export async function startMailServer(): Promise<MailServer> {
  const mailServer: MailServer = { url: '', received: [], refuseWith: null, close: async () => undefined };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream: NodeJS.ReadableStream, session: Session, done: (error?: Error & { responseCode?: number }) => void) {
      let raw = '';
      stream.on('data', (part) => {
        raw += part;
      });
      stream.on('end', () => {
        const { refuseWith } = mailServer;
        if (refuseWith) return done(Object.assign(new Error(refuseWith.message), { responseCode: refuseWith.code }));
        const { mailFrom, rcptTo } = session.envelope;
        mailServer.received.push({ from: mailFrom.address, to: rcptTo.map(({ address }) => address), raw });
        return done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  mailServer.url = `smtp://127.0.0.1:${server.server.address().port}`;
  mailServer.close = () => new Promise((resolve) => server.close(resolve));
  return mailServer;
}
