import { getOutboxState } from '../api/outbox/get-state.ts';
import { listUnsentMails } from '../api/outbox/list-unsent.ts';
import { retryMails } from '../api/outbox/retry.ts';
import { printable } from './printable.ts';
import { runCommand, UsageError, withDatabase } from './with-database.ts';

// Lists the mails that wait to be sent, those held back and those that were given up, oldest first; tries them again.

const usage = `npm run outbox                        lists what is not sent
npm run outbox -- retry <id>          makes one due now, also one that was given up
npm run outbox -- retry all-dead      the same for all that were given up`;

async function list(): Promise<void> {
  await withDatabase(async (ctx) => {
    for await (const mail of listUnsentMails(ctx)) {
      const { id, createdAt, deadAt, held, postponed, dueAt, attempts, recipient, subject, lastError } = mail;
      const wait = postponed ? `, waits until ${dueAt.toISOString()} for its recipient's limit` : '';
      const state = deadAt ? 'given up' : held ? 'held back' : `tried ${attempts} times${wait}`;
      const error = lastError ? `  (${printable(lastError)})` : '';
      console.log(
        `${id}  ${createdAt.toISOString()}  ${state}  ${printable(recipient)}  ${printable(subject)}${error}`,
      );
    }
    const { waiting, dead, held } = await getOutboxState(ctx);
    console.log(`${waiting} waiting, ${dead} given up${held ? `, ${held} held back` : ''}`);
  });
}

async function retry(which = ''): Promise<void> {
  const id = /^[1-9]\d{0,14}$/.test(which) ? Number(which) : null;
  if (id === null && which !== 'all-dead') throw new UsageError('Which mail? An id of the list, or all-dead.');
  await withDatabase(async (ctx) => {
    const count = await retryMails(ctx, id ?? 'all-dead');
    if (id !== null && count === 0) {
      throw new UsageError(`Mail ${id} is not there, was sent, or is held back with its submission.`);
    }
    console.log(`${count} ${count === 1 ? 'mail is' : 'mails are'} tried again now`);
  });
}

await runCommand(usage, async () => {
  const [command, which, ...others] = process.argv.slice(2);
  if (command === undefined) return list();
  if (command === 'retry' && others.length === 0) return retry(which);
  throw new UsageError(`There is no command "${command}".`);
});
