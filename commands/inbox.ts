import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from 'commander';
import type { Context } from '../api/context.ts';
import { recordToLog } from '../api/log/record.ts';
import { changeMessagesAs } from '../api/messages/inbox/change-messages.ts';
import { type InboxFilter, submissionKinds } from '../api/messages/inbox/select-messages.ts';
import {
  type ExportFormat,
  exportFormats,
  exportInbox,
  showSubmission,
  toExportedSubmission,
} from '../api/messages/inbox/show.ts';
import { streamInbox } from '../api/messages/inbox/stream.ts';
import { formatCount } from '../contract/content/number-text.ts';
import type { MessageChange } from '../contract/studio/message-shapes.ts';
import { formatInboxItem, formatSubmission } from './inbox-text.ts';
import { toMailJson, toReplyJson } from './mail-state.ts';
import { addExamples, addJsonOption } from './options.ts';
import { printJson } from './print-json.ts';
import { UsageError } from './usage-error.ts';
import { withDatabase } from './with-database.ts';
import { writeSubmissionFiles } from './write-files.ts';

interface FilterOptions {
  kind?: InboxFilter['kind'];
  open?: boolean;
  quarantined?: boolean;
  since?: Date;
}

function parseChoice<T extends string>(name: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === given || value === given.toUpperCase());
  if (!found) throw new UsageError(`--${name} must be ${allowed.join(' or ')}, not "${given}".`);
  return found;
}

function parseSince(given: string): Date {
  const moment = new Date(given);
  if (Number.isNaN(moment.getTime())) throw new UsageError(`--since "${given}" must be a date such as 2026-11-01.`);
  return moment;
}

async function printSubmissions(ctx: Context, filter: InboxFilter): Promise<void> {
  await pipeline(exportInbox(ctx, filter, 'json'), process.stdout, { end: false });
}

async function list({ json, ...options }: FilterOptions & { json?: boolean }): Promise<void> {
  await withDatabase(async (ctx) => {
    await recordToLog(ctx, { kind: json ? 'message.EXPORT' : 'message.LIST', by: null });
    if (json) return printSubmissions(ctx, options);
    let count = 0;
    for await (const item of streamInbox(ctx, options)) {
      console.log(formatInboxItem(item));
      count += 1 + item.merged.length;
    }
    console.log(formatCount(count, 'submission'));
  });
}

/**
 * Opens a file that only its owner can read, because it will contain personal data. A file that exists gets the same
 * permissions. A device such as `/dev/stdout` keeps its own.
 */
async function openPrivateFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'w', 0o600);
  if ((await file.stat()).isFile()) await file.chmod(0o600);
  return file;
}

async function writeExport(options: FilterOptions & { format: ExportFormat; out?: string }): Promise<void> {
  const { format, out, ...filter } = options;
  await withDatabase(async (ctx) => {
    await recordToLog(ctx, { kind: 'message.EXPORT', by: null });
    const text = exportInbox(ctx, filter, format);
    if (out) await pipeline(text, (await openPrivateFile(out)).createWriteStream());
    else await pipeline(text, process.stdout, { end: false });
  });
}

async function show(reference: string, { json }: { json?: boolean }): Promise<void> {
  await withDatabase(async (ctx) => {
    const detail = await showSubmission(ctx, reference);
    await recordToLog(ctx, { kind: 'message.READ', by: null, id: detail.submission.reference });
    if (!json) return console.log(formatSubmission(detail));
    const { submission, mergedInto, merged, mails, replies, files } = detail;
    printJson({
      ...toExportedSubmission(submission, mergedInto),
      merged: merged.map((one) => toExportedSubmission(one, submission.reference)),
      mails: mails.map(toMailJson),
      replies: replies.map(toReplyJson),
      files,
    });
  });
}

async function writeFiles(reference: string, folder: string): Promise<void> {
  await withDatabase(async (ctx) => {
    const { files, submission } = await showSubmission(ctx, reference);
    await recordToLog(ctx, { kind: 'message.FILE', by: null, id: submission.reference });
    await writeSubmissionFiles(ctx, files, folder);
  });
}

/** Does something with a submission, as the command line. Returns how many mails are held or released. */
async function change(reference: string, act: MessageChange): Promise<number> {
  let mails = 0;
  await withDatabase(async (ctx) => {
    // Fails for an unknown reference.
    await showSubmission(ctx, reference);
    ({ mails } = await changeMessagesAs(ctx, { references: [reference], change: act }, null));
  });
  return mails;
}

async function close(reference: string): Promise<void> {
  await change(reference, { kind: 'STATUS', state: 'DONE' });
  console.log(`${reference} is closed.`);
}

async function reopen(reference: string): Promise<void> {
  await change(reference, { kind: 'STATUS', state: 'OPEN' });
  console.log(`${reference} is open.`);
}

async function quarantine(reference: string, { reason }: { reason: string }): Promise<void> {
  const held = await change(reference, { kind: 'SPAM', reason });
  console.log(`${reference} is in quarantine; ${formatCount(held, 'mail is', 'mails are')} held.`);
}

async function release(reference: string): Promise<void> {
  const mails = formatCount(await change(reference, { kind: 'NOT_SPAM' }), 'mail');
  console.log(`${reference} is released, with ${mails}.`);
}

/** Adds an option that accepts certain values, in capital letters or not. */
function addChoice(command: Command, option: Option, allowed: readonly string[]): Command {
  const parse = (given: string) => parseChoice(option.name(), given, allowed);
  return command.addOption(option.choices(allowed).argParser(parse));
}

function addFilterOptions(command: Command): Command {
  return addChoice(command, new Option('--kind <kind>', 'only submissions of this kind'), submissionKinds)
    .option('--open', 'only submissions that are not closed')
    .option('--quarantined', 'only submissions in quarantine')
    .option('--since <date>', 'only submissions from this date on, such as 2026-11-01', parseSince);
}

export function defineInbox(command: Command): void {
  command.description('Lists, shows, exports, closes, quarantines and releases the submissions of visitors.');
  const addAct = (name: string, summary: string): Command =>
    command
      .command(name)
      .summary(summary)
      .description(`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`)
      .argument('<reference>', 'the reference of a submission, such as 7K3M-92QD');
  const listed = command
    .command('list')
    .summary('lists submissions, newest first')
    .description('Lists submissions, newest first; merged ones are below their enquiry.');
  addExamples(addJsonOption(addFilterOptions(listed)), ['inbox list --open --since 2026-11-01']).action(list);
  addJsonOption(addAct('show', 'shows a whole submission, with its mails')).action(show);
  const exported = command
    .command('export')
    .summary('exports submissions as CSV or JSON')
    .description('Exports submissions: CSV is for spreadsheets, with escaped formulas; JSON is exact.');
  addChoice(exported, new Option('--format <format>', 'the format').default('csv'), exportFormats).option(
    '--out <file>',
    'writes to a file that only its owner can read; the default is standard output',
  );
  addExamples(addFilterOptions(exported), ['inbox export --out enquiries.csv --kind ENQUIRY']).action(writeExport);
  addAct('files', 'writes the files of a submission to a folder')
    .argument('<folder>', 'a folder, which becomes readable only by its owner')
    .action(writeFiles);
  addAct('close', 'marks a submission as done').action(close);
  addAct('reopen', 'marks a submission as not done').action(reopen);
  addAct('quarantine', 'quarantines a submission and holds its unsent mails')
    .option('--reason <text>', 'why', 'by hand')
    .action(quarantine);
  addAct('release', 'releases a submission from quarantine, with its mails').action(release);
}
