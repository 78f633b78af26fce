import { readPublishedSettings } from '../../api/content/settings.ts';
import { claimRun } from '../../api/db/claim-run.ts';
import type { Connection } from '../../api/db/connect.ts';
import type { FileStore } from '../../api/messages/files/incoming.ts';
import { storeMailboxState } from '../../api/messages/replies/mailbox-state.ts';
import { chooseInbox, chooseSupportEmail } from '../../contract/content/mail-purposes.ts';
import { type BackgroundJob, backOff, repeatWork } from '../process/repeat-work.ts';
import type { Settings } from '../settings.ts';
import type { MaintenanceLog } from './maintenance.ts';
import { describeMailboxError, readReplyMailbox } from './reply-mailbox.ts';

/** Milliseconds between two looks into the mailbox, and the longest pause after failures. */
const interval = 30_000;
const maxPause = 10 * 60_000;
/** Milliseconds for one run, whatever the mail server does. */
const runLimit = 5 * 60_000;

type ReplySettings = Pick<Settings, 'REPLY_MAILBOX' | 'REPLY_ADDRESS' | 'MAIL_FROM' | 'SUPPORT_EMAIL' | 'INBOX_EMAIL'>;

/** Returns the addresses of this site, in lower case. A mail from one of them comes from a program. */
async function listOwnAddresses(database: Connection, settings: ReplySettings): Promise<Set<string>> {
  const { emails } = (await readPublishedSettings({ db: database.db })).company;
  const { MAIL_FROM, REPLY_ADDRESS, INBOX_EMAIL, SUPPORT_EMAIL } = settings;
  const sender = MAIL_FROM ?? chooseSupportEmail(SUPPORT_EMAIL, emails);
  const inbox = chooseInbox(INBOX_EMAIL ?? SUPPORT_EMAIL, emails);
  return new Set([sender, inbox, REPLY_ADDRESS ?? ''].map((address) => address.toLowerCase()).filter(Boolean));
}

/**
 * Reads the mails of the reply mailbox repeatedly until it is stopped, on one of all servers at a time. A failure is
 * tried again after 30 s, 1 min, 2 min and so on, up to 10 min.
 */
export async function startReplies(
  database: Connection,
  files: FileStore,
  settings: ReplySettings,
  log: MaintenanceLog,
): Promise<BackgroundJob> {
  const { REPLY_MAILBOX: url, REPLY_ADDRESS: address } = settings;
  const ctx = { db: database.db, files };
  if (!url || !address) {
    await storeMailboxState(ctx, null);
    return { stop: async () => undefined };
  }
  const storeState = (error: string | null) =>
    storeMailboxState(ctx, { address, checkedAt: new Date().toISOString(), error });
  return repeatWork(
    async (signal) => {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(runLimit)]);
      const read = async () => readReplyMailbox(ctx, url, await listOwnAddresses(database, settings), limited);
      const counts = await claimRun(database, 'reply mailbox', interval, read);
      if (counts) await storeState(null);
      if (counts && Object.keys(counts).length > 0)
        log.info({ job: 'replies', ...counts }, 'mails of the reply mailbox were read');
      return interval;
    },
    {
      onFailure: async (error, failures) => {
        const reason = describeMailboxError(error);
        await storeState(reason).catch(() => undefined);
        log.error({ job: 'replies', reason }, 'the reply mailbox could not be read');
        return backOff(interval, maxPause, failures);
      },
    },
  );
}
