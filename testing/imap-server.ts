import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installDebianPackage, isRootOnDebian } from './debian-package.ts';
import { findFreePort } from './free-port.ts';

const program = '/usr/sbin/dovecot';

/** Installs Dovecot if this process may. Returns whether it is there. */
export function prepareImapServer(): boolean {
  if (!existsSync(program) && isRootOnDebian) installDebianPackage('dovecot-imapd');
  return existsSync(program) && isRootOnDebian;
}

export interface ImapServer {
  /** The setting `REPLY_MAILBOX` for its mailbox, without TLS. */
  url: string;
  /** The same with TLS, by a certificate that nobody has signed. */
  tlsUrl: string;
  /** Puts a mail into the mailbox, as the mail server that receives it does. */
  deliver(raw: string | Buffer): void;
  /** Returns whether each mail of the mailbox is marked as read, in the order of their delivery. */
  listSeen(): boolean[];
  /** Makes the mailbox anew, as a restore of the mail server does: UIDs begin again. */
  renumber(): Promise<void>;
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

const user = 'replies@site.example';
const password = 'a secret/with%signs';
/** The account of Debian's `mail`: Dovecot refuses mailboxes of its own account. */
const mailAccount = 8;

function createConfiguration(folder: string, port: number, tlsPort: number): string {
  return `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <${folder}/certificate.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain
mail_location = maildir:${folder}/mail
mail_uid = ${mailAccount}
mail_gid = ${mailAccount}
first_valid_uid = ${mailAccount}
namespace inbox {
  inbox = yes
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tlsPort}
    ssl = yes
  }
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${mailAccount} gid=${mailAccount} home=${folder}/mail
}
`;
}

/** Waits until a program listens on a port. */
async function waitForPort(port: number): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await sleep(100);
  }
  throw new Error(`Nothing listens on port ${port}`);
}

/** Starts a real IMAP server, Dovecot, with one empty mailbox on free ports of 127.0.0.1. */
export async function startImapServer(): Promise<ImapServer> {
  const folder = mkdtempSync(join(tmpdir(), 'imap-'));
  const mailFolder = join(folder, 'mail');
  for (const name of ['mail', 'mail/new', 'mail/cur', 'mail/tmp', 'run', 'state']) {
    mkdirSync(join(folder, name));
    if (name.startsWith('mail')) chownSync(join(folder, name), mailAccount, mailAccount);
  }
  execFileSync('chmod', ['755', folder]);
  const port = await findFreePort();
  const tlsPort = await findFreePort();
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' ');
  const keys = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  execFileSync('openssl', [...request, ...keys], { stdio: 'ignore' });
  writeFileSync(join(folder, 'users'), `${user}:{PLAIN}${password}\n`);
  const configuration = join(folder, 'dovecot.conf');
  writeFileSync(configuration, createConfiguration(folder, port, tlsPort));
  let server: ChildProcess | null = null;
  let delivered = 0;

  async function start(): Promise<void> {
    server = spawn(program, ['-F', '-c', configuration], { stdio: 'ignore' });
    await waitForPort(port).catch((cause) => {
      const log = existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '';
      throw new Error(`Dovecot did not start: ${log}`, { cause });
    });
  }

  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  }

  await start();
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return {
    url: `imap://${account}@127.0.0.1:${port}/INBOX`,
    tlsUrl: `imaps://${account}@localhost:${tlsPort}/INBOX`,
    deliver: (raw) => {
      delivered += 1;
      const name = `${1_700_000_000 + delivered}.M${delivered}.host`;
      const path = join(mailFolder, 'tmp', name);
      writeFileSync(path, raw);
      chownSync(path, mailAccount, mailAccount);
      renameSync(path, join(mailFolder, 'new', name));
    },
    listSeen: () =>
      ['new', 'cur']
        .flatMap((name) => readdirSync(join(mailFolder, name)))
        .sort()
        .map((name) => /:2,\w*S/.test(name)),
    renumber: async () => {
      await stop();
      for (const name of readdirSync(mailFolder))
        if (name.startsWith('dovecot')) rmSync(join(mailFolder, name), { recursive: true });
      // UIDVALIDITY is the second in which the mailbox is made.
      await sleep(1_100);
      await start();
    },
    stop,
    start,
    close: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
