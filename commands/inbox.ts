import { type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import {
  closeSubmission,
  quarantineSubmission,
  releaseSubmission,
  reopenSubmission,
} from '../api/messages/inbox/change-submission.ts';
import { exportFormats, exportInbox } from '../api/messages/inbox/export.ts';
import { type InboxFilter, submissionKinds } from '../api/messages/inbox/filter.ts';
import { listInbox } from '../api/messages/inbox/list.ts';
import { showSubmission } from '../api/messages/inbox/show.ts';
import { formatCount } from '../contract/number-text.ts';
import { formatInboxItem, formatSubmission } from './inbox-text.ts';
import { runCommand, UsageError, withDatabase } from './with-database.ts';
import { writeSubmissionFiles } from './write-files.ts';

// Lists, shows, exports, closes, quarantines and releases the submissions of visitors.

const usage = `npm run inbox -- <command>

  list                  lists submissions, newest first; merged ones are below their enquiry
  show REF              shows a whole submission, with its mails
  export                exports submissions; --format csv (default) or json, --out FILE (default: prints)
  files REF FOLDER      writes the files of a submission to a folder
  close REF             marks a submission as done; reopen REF undoes this
  quarantine REF        quarantines a submission and holds its unsent mails; --reason TEXT
  release REF           releases a submission from quarantine, with its mails

list and export accept  --kind ${submissionKinds.join('|')}  --open  --quarantined  --since 2026-11-01`;

function parse(words: string[]) {
  return parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      open: { type: 'boolean' },
      quarantined: { type: 'boolean' },
      since: { type: 'string' },
      format: { type: 'string', default: 'csv' },
      out: { type: 'string' },
      reason: { type: 'string', default: 'by hand' },
    },
  });
}

type Parsed = ReturnType<typeof parse>;

function parseChoice<T extends string>(name: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === given || value === given.toUpperCase());
  if (!found) throw new UsageError(`--${name} must be ${allowed.join(' or ')}, not "${given}".`);
  return found;
}

function readFilter({ values: { kind, open, quarantined, since } }: Parsed): InboxFilter {
  const moment = since === undefined ? undefined : new Date(since);
  if (moment && Number.isNaN(moment.getTime()))
    throw new UsageError(`--since "${since}" must be a date such as 2026-11-01.`);
  return {
    kind: kind === undefined ? undefined : parseChoice('kind', kind, submissionKinds),
    open,
    quarantined,
    since: moment,
  };
}

function readReference({ positionals: [, reference] }: Parsed): string {
  if (!reference) throw new UsageError('A reference such as 7K3M-92QD is missing.');
  return reference;
}

async function list(parsed: Parsed): Promise<void> {
  const filter = readFilter(parsed);
  await withDatabase(async (ctx) => {
    let count = 0;
    for await (const item of listInbox(ctx, filter)) {
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

async function writeExport(parsed: Parsed): Promise<void> {
  const filter = readFilter(parsed);
  const format = parseChoice('format', parsed.values.format, exportFormats);
  const { out } = parsed.values;
  await withDatabase(async (ctx) => {
    const text = exportInbox(ctx, filter, format);
    if (out) await pipeline(text, (await openPrivateFile(out)).createWriteStream());
    else await pipeline(text, process.stdout, { end: false });
  });
}

const commands: Record<string, (parsed: Parsed) => Promise<void>> = {
  list,
  export: writeExport,
  show: async (parsed) => {
    const reference = readReference(parsed);
    await withDatabase(async (ctx) => console.log(formatSubmission(await showSubmission(ctx, reference))));
  },
  files: async (parsed) => {
    const reference = readReference(parsed);
    const [, , folder] = parsed.positionals;
    if (!folder) throw new UsageError('The folder for the files is missing.');
    await withDatabase(async (ctx) => writeSubmissionFiles(ctx, (await showSubmission(ctx, reference)).files, folder));
  },
  close: async (parsed) => {
    const reference = readReference(parsed);
    await withDatabase((ctx) => closeSubmission(ctx, reference));
    console.log(`${reference} is closed.`);
  },
  reopen: async (parsed) => {
    const reference = readReference(parsed);
    await withDatabase((ctx) => reopenSubmission(ctx, reference));
    console.log(`${reference} is open.`);
  },
  quarantine: async (parsed) => {
    const reference = readReference(parsed);
    await withDatabase(async (ctx) => {
      const held = await quarantineSubmission(ctx, reference, parsed.values.reason);
      console.log(`${reference} is in quarantine; ${formatCount(held, 'mail is', 'mails are')} held.`);
    });
  },
  release: async (parsed) => {
    const reference = readReference(parsed);
    await withDatabase(async (ctx) => {
      const mails = formatCount(await releaseSubmission(ctx, reference), 'mail');
      console.log(`${reference} is released, with ${mails}.`);
    });
  },
};

/** Runs `npm run inbox` with its arguments. */
export const runInbox = (words: string[]) =>
  runCommand(usage, async () => {
    const parsed = parse(words);
    const [name] = parsed.positionals;
    const command = name === undefined ? undefined : commands[name];
    if (!command) throw new UsageError(name ? `There is no command "${name}".` : 'Which command?');
    await command(parsed);
  });

if (import.meta.main) await runInbox(process.argv.slice(2));
