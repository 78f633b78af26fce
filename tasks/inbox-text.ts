import type { InboxItem, Submission } from '../api/inbox/list.ts';
import type { SubmissionDetail } from '../api/inbox/show.ts';
import { printable, printableLines } from './printable.ts';

function stateOf({ closedAt, quarantinedFor }: Submission): string {
  if (quarantinedFor !== null) return `quarantined (${printable(quarantinedFor)})`;
  return closedAt ? 'closed' : 'open';
}

function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

function printLine(submission: Submission): string {
  const { createdAt, reference, kind, name, email, message } = submission;
  return [
    createdAt.toISOString().slice(0, 16).replace('T', ' '),
    reference,
    kind.padEnd(12),
    stateOf(submission),
    `${printable(name)} <${printable(email)}>`,
    shorten(printable(message.replace(/\s+/g, ' ')), 60),
  ].join('  ');
}

/** A line, and one for each that was merged into it. */
export function printItem({ submission, merged }: InboxItem): string {
  return [printLine(submission), ...merged.map((one) => `  + ${printLine(one)}`)].join('\n');
}

type State = 'held back' | 'given up' | 'sent' | 'waiting';
function mailState({ sentAt, deadAt, held }: SubmissionDetail['mails'][number]): State {
  if (sentAt) return 'sent';
  if (deadAt) return 'given up';
  return held ? 'held back' : 'waiting';
}

function printMail(mail: SubmissionDetail['mails'][number]): string {
  const { id, sentAt, dueAt, attempts, recipient, subject, lastError } = mail;
  const when = (sentAt ?? dueAt).toISOString();
  const error = lastError ? `  (${printable(lastError)})` : '';
  return `  ${id}  ${mailState(mail)}  ${when}  tried ${attempts} times  ${printable(recipient)}  ${printable(subject)}${error}`;
}

const plainFields = [
  'name',
  'email',
  'company',
  'contactNumber',
  'phone',
  'subject',
  'persona',
  'country',
  'region',
  'city',
  'sourcePath',
] as const;

/** All there is, a field on a line each; what is empty has none. */
export function printWhole({ submission, mergedInto, merged, mails, files }: SubmissionDetail): string {
  const field = (name: string, value: string) => `${name.padEnd(14)}${printable(value)}`;
  const { interests } = submission;
  const sections: [title: string, lines: string[]][] = [
    ['Merged into it', merged.map((one) => `  ${printLine(one)}`)],
    ['Files', files.map(({ name, bytes, contentType }) => `  ${printable(name)}  ${contentType}  ${bytes} bytes`)],
    ['Mails', mails.map(printMail)],
  ];
  return [
    `${submission.reference}  ${submission.kind}  ${stateOf(submission)}`,
    field('received', submission.createdAt.toISOString()),
    ...(submission.closedAt ? [field('closed', submission.closedAt.toISOString())] : []),
    ...(mergedInto ? [field('merged into', mergedInto)] : []),
    ...plainFields.flatMap((name) => (submission[name] ? [field(name, submission[name])] : [])),
    ...(interests.length > 0 ? [field('interests', interests.join(', '))] : []),
    '',
    printableLines(submission.message),
    ...sections.flatMap(([title, lines]) => (lines.length > 0 ? ['', title, ...lines] : [])),
  ].join('\n');
}
