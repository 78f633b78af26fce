import type { Command } from 'commander';
import { recordToLog } from '../api/log/record.ts';
import { getOutboxState } from '../api/messages/outbox/mail-state.ts';
import { listUnsentMails, releaseRestoredMails, retryMails } from '../api/messages/outbox/unsent-mails.ts';
import { formatCount } from '../contract/content/number-text.ts';
import { getMailState, toMailJson } from './mail-state.ts';
import { addExamples, addJsonOption } from './options.ts';
import { printJsonList } from './print-json.ts';
import { toPrintable } from './to-printable.ts';
import { UsageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';

async function listMails({ json }: { json?: boolean }): Promise<void> {
  await withDatabase(async (ctx) => {
    if (json) return printJsonList(listUnsentMails(ctx), toMailJson);
    for await (const mail of listUnsentMails(ctx)) {
      const { id, createdAt, postponed, dueAt, attempts, recipient, subject } = mail;
      const lastError = mail.undeliveredReason ?? mail.lastError;
      const wait = postponed ? `, postponed to ${dueAt.toISOString()} by its recipient's limit` : '';
      const state = getMailState(mail);
      const shown = state === 'waiting' ? `tried ${formatCount(attempts, 'time')}${wait}` : state;
      const error = lastError ? `  (${toPrintable(lastError)})` : '';
      console.log(
        `${id}  ${createdAt.toISOString()}  ${shown}  ${toPrintable(recipient)}  ${toPrintable(subject)}${error}`,
      );
    }
    const { waiting, dead, held } = await getOutboxState(ctx);
    console.log(`${waiting} waiting, ${dead} dead${held ? `, ${held} held` : ''}`);
  });
}

async function retry(which: string): Promise<void> {
  const id = /^[1-9]\d{0,14}$/.test(which) ? Number(which) : null;
  if (id === null && which !== 'all-dead') throw new UsageError('Which mail? An id of the list, or all-dead.');
  await withDatabase(async (ctx) => {
    const count = await ctx.db.transaction(async (db) => {
      const sent = await retryMails({ db }, id ?? 'all-dead');
      if (sent > 0) await recordToLog({ db }, { kind: 'mail.RETRY', by: null, facts: { count: sent } });
      return sent;
    });
    if (id !== null && count === 0) {
      throw new UsageError(`Mail ${id} does not exist, was sent, or is held with its submission.`);
    }
    console.log(`${formatCount(count, 'mail is', 'mails are')} retried now`);
  });
}

async function releaseRestored(): Promise<void> {
  await withDatabase(async (ctx) => {
    const count = await ctx.db.transaction(async (db) => {
      const released = await releaseRestoredMails({ db });
      await recordToLog({ db }, { kind: 'mail.RELEASE', by: null, facts: { count: released } });
      return released;
    });
    console.log(`${formatCount(count, 'mail is', 'mails are')} released`);
  });
}

export function defineOutbox(command: Command): void {
  command.description(
    'Lists unsent mails, oldest first: waiting, held, dead and undelivered. Retries and releases them.',
  );
  const list = command
    .command('list', { isDefault: true })
    .summary('lists the unsent mails with their ids')
    .description('Lists the unsent mails with their ids. It is what site outbox does without a sub-command.');
  addExamples(addJsonOption(list), ['outbox', 'outbox list --json']).action(listMails);
  const again = command
    .command('retry')
    .summary('retries a mail now, or all dead mails')
    .description('Retries a mail now, also a dead one.')
    .argument('<mail>', 'the id of a mail, or all-dead');
  addExamples(again, ['outbox retry 1207', 'outbox retry all-dead']).action(retry);
  command
    .command('release-restored')
    .summary('sends the mails that a restore holds')
    .description('Sends the mails that a restore holds, because they may have been sent after the backup.')
    .action(releaseRestored);
}
