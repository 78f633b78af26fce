import { placeColumns, type SubmissionDetail, senderColumns } from '../api/messages/inbox/show.ts';
import type { InboxItem, Submission } from '../api/messages/inbox/stream.ts';
import { formatCount } from '../contract/content/number-text.ts';
import { getMailState } from './mail-state.ts';
import { toPrintable, toPrintableLines } from './to-printable.ts';

function getState({ closedAt, quarantinedFor, waitingSince }: Submission): string {
  if (quarantinedFor !== null) return `quarantined (${toPrintable(quarantinedFor)})`;
  if (closedAt) return 'closed';
  return waitingSince ? 'waiting' : 'open';
}

function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}

function formatLine(submission: Submission): string {
  const { createdAt, reference, kind, name, email, message } = submission;
  return [
    createdAt.toISOString().slice(0, 16).replace('T', ' '),
    reference,
    kind.padEnd(12),
    getState(submission),
    `${toPrintable(name)} <${toPrintable(email)}>`,
    shorten(toPrintable(message.replace(/\s+/g, ' ')), 60),
  ].join('  ');
}

/** Returns a line for a submission, and one for each submission that was merged into it. */
export function formatInboxItem({ submission, merged }: InboxItem): string {
  return [formatLine(submission), ...merged.map((one) => `  + ${formatLine(one)}`)].join('\n');
}

type Reply = SubmissionDetail['replies'][number];

function formatMail(mail: SubmissionDetail['mails'][number]): string {
  const { id, sentAt, dueAt, attempts, recipient, subject } = mail;
  const lastError = mail.undeliveredReason ?? mail.lastError;
  const when = (sentAt ?? dueAt).toISOString();
  const error = lastError ? `  (${toPrintable(lastError)})` : '';
  return `  ${id}  ${getMailState(mail)}  ${when}  tried ${formatCount(attempts, 'time')}  ${toPrintable(recipient)}  ${toPrintable(subject)}${error}`;
}

function formatReply({ receivedAt, fromAddress, subject, text, isAutomatic, leftOut }: Reply): string {
  const kind = isAutomatic ? 'automatic' : 'answer';
  const head = `  ${receivedAt.toISOString()}  ${kind}  ${toPrintable(fromAddress)}  ${toPrintable(subject)}`;
  return [head, toPrintableLines(text), ...leftOut.map((what) => `  (not stored: ${toPrintable(what)})`)].join('\n');
}

const plainFields = [...senderColumns, 'persona', ...placeColumns] as const;

/** Returns all fields of a submission, one on each line, without empty ones. */
export function formatSubmission({ submission, mergedInto, merged, mails, replies, files }: SubmissionDetail): string {
  const formatField = (name: string, value: string) => `${name.padEnd(14)}${toPrintable(value)}`;
  const { interests } = submission;
  const sections: [title: string, lines: string[]][] = [
    ['Merged', merged.map((one) => `  ${formatLine(one)}`)],
    ['Files', files.map(({ name, bytes, contentType }) => `  ${toPrintable(name)}  ${contentType}  ${bytes} bytes`)],
    ['Mails', mails.map(formatMail)],
    ['Answers', replies.map(formatReply)],
  ];
  return [
    `${submission.reference}  ${submission.kind}  ${getState(submission)}`,
    formatField('received', submission.createdAt.toISOString()),
    ...(submission.closedAt ? [formatField('closed', submission.closedAt.toISOString())] : []),
    ...(mergedInto ? [formatField('merged into', mergedInto)] : []),
    ...plainFields.flatMap((name) => (submission[name] ? [formatField(name, submission[name])] : [])),
    ...(interests.length > 0 ? [formatField('interests', interests.join(', '))] : []),
    '',
    toPrintableLines(submission.message),
    ...sections.flatMap(([title, lines]) => (lines.length > 0 ? ['', title, ...lines] : [])),
  ].join('\n');
}
