import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { exportFormats, exportInbox } from '../api/inbox/export.ts';
import { type InboxFilter, submissionKinds } from '../api/inbox/filter.ts';
import { listInbox } from '../api/inbox/list.ts';
import { closeSubmission, quarantineSubmission, releaseSubmission, reopenSubmission } from '../api/inbox/mark.ts';
import { showSubmission } from '../api/inbox/show.ts';
import { printItem, printWhole } from './inbox-text.ts';
import { runCommand, UsageError, withDatabase } from './with-database.ts';
import { writeFiles } from './write-files.ts';

// What visitors have sent: listed, shown, exported, closed, kept back and let go.

const usage = `npm run inbox -- <command>

  list                  what has come in, newest first; what was merged is under its enquiry
  show REF              one of them whole, with its mails
  export                all of them; --format csv (default) or json, --out FILE (default: printed)
  files REF FOLDER      writes the files that came with it
  close REF             answered, or in need of no answer; reopen REF takes it back
  quarantine REF        kept apart, its unsent mails held back; --reason TEXT
  release REF           out of quarantine; its mails leave

list and export take  --kind ${submissionKinds.join('|')}  --open  --quarantined  --since 2026-11-01`;

const { values, positionals } = await parseOrEnd();

function parse() {
  return parseArgs({
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

async function parseOrEnd(): Promise<ReturnType<typeof parse>> {
  let parsed: ReturnType<typeof parse> | undefined;
  await runCommand(usage, async () => {
    parsed = parse();
  });
  return parsed ?? process.exit(1);
}

function oneOf<T extends string>(name: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((value) => value === given || value === given.toUpperCase());
  if (!found) throw new UsageError(`--${name} is ${allowed.join(' or ')}, not "${given}".`);
  return found;
}

function readFilter(): InboxFilter {
  const { kind, open, quarantined, since } = values;
  const moment = since === undefined ? undefined : new Date(since);
  if (moment && Number.isNaN(moment.getTime()))
    throw new UsageError(`--since "${since}" is no date such as 2026-11-01.`);
  return {
    kind: kind === undefined ? undefined : oneOf('kind', kind, submissionKinds),
    open,
    quarantined,
    since: moment,
  };
}

function readReference(): string {
  const [, reference] = positionals;
  if (!reference) throw new UsageError('A reference is missing, such as 7K3M-92QD.');
  return reference;
}

async function list(): Promise<void> {
  const filter = readFilter();
  await withDatabase(async (ctx) => {
    let count = 0;
    for await (const item of listInbox(ctx, filter)) {
      console.log(printItem(item));
      count += 1 + item.merged.length;
    }
    console.log(`${count} ${count === 1 ? 'submission' : 'submissions'}`);
  });
}

async function writeExport(): Promise<void> {
  const filter = readFilter();
  const format = oneOf('format', values.format, exportFormats);
  const { out } = values;
  await withDatabase(async (ctx) => {
    const text = exportInbox(ctx, filter, format);
    // For its owner alone: these are people's names and addresses.
    if (out) await pipeline(text, createWriteStream(out, { mode: 0o600 }));
    else await pipeline(text, process.stdout, { end: false });
  });
}

const commands: Record<string, () => Promise<void>> = {
  list,
  export: writeExport,
  show: async () => {
    const reference = readReference();
    await withDatabase(async (ctx) => console.log(printWhole(await showSubmission(ctx, reference))));
  },
  files: async () => {
    const reference = readReference();
    const [, , folder] = positionals;
    if (!folder) throw new UsageError('A folder is missing to write the files to.');
    await withDatabase(async (ctx) => writeFiles(ctx, (await showSubmission(ctx, reference)).files, folder));
  },
  close: async () => {
    const reference = readReference();
    await withDatabase((ctx) => closeSubmission(ctx, reference));
    console.log(`${reference} is closed.`);
  },
  reopen: async () => {
    const reference = readReference();
    await withDatabase((ctx) => reopenSubmission(ctx, reference));
    console.log(`${reference} is open.`);
  },
  quarantine: async () => {
    const reference = readReference();
    await withDatabase(async (ctx) => {
      const held = await quarantineSubmission(ctx, reference, values.reason);
      console.log(`${reference} is in quarantine; ${held} mails are held back.`);
    });
  },
  release: async () => {
    const reference = readReference();
    await withDatabase(async (ctx) => {
      console.log(`${reference} is released; ${await releaseSubmission(ctx, reference)} mails leave.`);
    });
  },
};

await runCommand(usage, async () => {
  const [name] = positionals;
  const command = name === undefined ? undefined : commands[name];
  if (!command) throw new UsageError(name ? `There is no command "${name}".` : 'Which command?');
  await command();
});
