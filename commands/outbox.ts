import { getOutboxState } from '../api/messages/outbox/get-state.ts';
import { listUnsentMails } from '../api/messages/outbox/list-unsent.ts';
import { releaseRestoredMails } from '../api/messages/outbox/release.ts';
import { retryMails } from '../api/messages/outbox/retry.ts';
import { formatCount } from '../contract/number-text.ts';
import { toPrintable } from './to-printable.ts';
import { runCommand, UsageError, withDatabase } from './with-database.ts';

// Lists the unsent mails, oldest first: waiting, held and dead. Retries them.

const usage = `npm run outbox                        lists unsent mails
npm run outbox -- retry <id>          retries a mail now, also a dead one
npm run outbox -- retry all-dead      retries all dead mails now
npm run outbox -- release-restored    sends the mails that a restore holds`;

async function list(): Promise<void> {
  await withDatabase(async (ctx) => {
    for await (const mail of listUnsentMails(ctx)) {
      const { id, createdAt, deadAt, held, postponed, dueAt, attempts, recipient, subject, lastError } = mail;
      const wait = postponed ? `, postponed to ${dueAt.toISOString()} by its recipient's limit` : '';
      const state = deadAt ? 'dead' : held ? 'held' : `tried ${formatCount(attempts, 'time')}${wait}`;
      const error = lastError ? `  (${toPrintable(lastError)})` : '';
      console.log(
        `${id}  ${createdAt.toISOString()}  ${state}  ${toPrintable(recipient)}  ${toPrintable(subject)}${error}`,
      );
    }
    const { waiting, dead, held } = await getOutboxState(ctx);
    console.log(`${waiting} waiting, ${dead} dead${held ? `, ${held} held` : ''}`);
  });
}

async function retry(which = ''): Promise<void> {
  const id = /^[1-9]\d{0,14}$/.test(which) ? Number(which) : null;
  if (id === null && which !== 'all-dead') throw new UsageError('Which mail? An id of the list, or all-dead.');
  await withDatabase(async (ctx) => {
    const count = await retryMails(ctx, id ?? 'all-dead');
    if (id !== null && count === 0) {
      throw new UsageError(`Mail ${id} does not exist, was sent, or is held with its submission.`);
    }
    console.log(`${formatCount(count, 'mail is', 'mails are')} retried now`);
  });
}

async function releaseRestored(): Promise<void> {
  await withDatabase(async (ctx) => {
    const count = await releaseRestoredMails(ctx);
    console.log(`${formatCount(count, 'mail is', 'mails are')} released`);
  });
}

/** Runs `npm run outbox` with its arguments. */
export const runOutbox = (words: string[]) =>
  runCommand(usage, async () => {
    const [command, which, ...others] = words;
    if (command === undefined) return list();
    if (command === 'retry' && others.length === 0) return retry(which);
    if (command === 'release-restored' && which === undefined) return releaseRestored();
    throw new UsageError(`There is no command "${command}".`);
  });

if (import.meta.main) await runOutbox(process.argv.slice(2));
