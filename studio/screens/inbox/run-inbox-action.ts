import type { z } from 'zod';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { MessageActReport, messageChange } from '../../../contract/studio/message-shapes.ts';
import { createFormFailure, readChoice, readFields } from '../../read-fields.ts';
import type { ActionResult, ScreenArgs } from '../../screen.ts';
import { getInboxAddress } from './load-inbox.ts';

type Args = ScreenArgs & { form: Record<string, string> };
type Change = z.input<typeof messageChange>;

/** The prefix of the names of boxes that select messages. */
export const pickPrefix = 'pick.';

const inboxActs = [
  'OPEN',
  'WAITING',
  'DONE',
  'SPAM',
  'NOT_SPAM',
  'ASSIGN',
  'TAKE',
  'TAG',
  'UNTAG',
  'READ',
  'UNREAD',
] as const;

export type InboxAct = (typeof inboxActs)[number];

/** What an act did, after the number of messages. */
const doneWords: Record<InboxAct, string> = {
  OPEN: 'opened',
  WAITING: 'set to waiting',
  DONE: 'marked as done',
  SPAM: 'put into quarantine',
  NOT_SPAM: 'released from quarantine',
  ASSIGN: 'assigned',
  TAKE: 'assigned to you',
  TAG: 'tagged',
  UNTAG: 'without the tag',
  READ: 'marked as read',
  UNREAD: 'marked as unread',
};

async function toChange({ client, form }: Args, act: InboxAct): Promise<Change> {
  switch (act) {
    case 'ASSIGN': {
      const { to } = readFields(form, 'to');
      return { kind: 'ASSIGN', to: to === '' ? null : Number(to) };
    }
    case 'TAKE':
      return { kind: 'ASSIGN', to: (await client.call('me', {})).user.id };
    case 'TAG': {
      const tags = readFields(form, 'tag')
        .tag.split(',')
        .map((tag) => tag.trim())
        .filter(Boolean);
      if (tags.length === 0) throw createFormFailure('Type a tag first.', [{ path: 'tag', message: 'is required' }]);
      return { kind: 'TAG', add: tags };
    }
    case 'UNTAG':
      return { kind: 'TAG', remove: [readFields(form, 'remove').remove] };
    case 'SPAM':
    case 'NOT_SPAM':
      return { kind: act };
    case 'OPEN':
    case 'WAITING':
    case 'DONE':
      return { kind: 'STATUS', state: act };
    default:
      throw createFormFailure('This act is unknown.');
  }
}

/** Says what became of an act on messages. */
function describeReport(act: InboxAct, { changed, skipped, mails }: MessageActReport): string {
  const done = `${formatCount(changed.length, 'message')} ${doneWords[act]}.`;
  const held = mails > 0 ? ` ${formatCount(mails, 'e-mail')} ${act === 'SPAM' ? 'held back' : 'released'}.` : '';
  const left =
    skipped.length > 0
      ? ` Left as before: ${skipped.map(({ reference, reason }) => `${reference} – ${reason}`).join(' ')}`
      : '';
  return changed.length > 0 || skipped.length === 0 ? done + held + left : left.trim();
}

async function runAct(args: Args, reference: string | null): Promise<ActionResult> {
  const { client, form, url } = args;
  // A button with a value of its own, such as that of a tag, names its act before the value.
  const [named = '', value] = (form.act ?? '').split(':', 2);
  const act = readChoice({ act: named }, 'act', inboxActs);
  const picked = Object.keys(form)
    .filter((name) => name.startsWith(pickPrefix))
    .map((name) => name.slice(pickPrefix.length));
  const references = picked.length > 0 ? picked : reference ? [reference] : [];
  if (references.length === 0) throw createFormFailure('Select a message first.');
  if (act === 'READ' || act === 'UNREAD') {
    await client.call('markMessages', { references, isRead: act === 'READ' });
    // The open message would be read again at once.
    return act === 'UNREAD' && reference !== null
      ? { to: getInboxAddress(null, url.search) }
      : { done: `${formatCount(references.length, 'message')} ${doneWords[act]}.` };
  }
  const change = await toChange({ ...args, form: value === undefined ? form : { ...form, remove: value } }, act);
  const report = await client.call('changeMessages', { references, change });
  return { done: describeReport(act, report), undo: report.group ?? undefined };
}

export async function runInboxAction(args: Args, reference: string | null): Promise<ActionResult> {
  const { client, form } = args;
  switch (readChoice(form, 'intent', ['change', 'undo', 'note', 'answer', 'template', 'settle'])) {
    case 'change':
      return runAct(args, reference);
    case 'undo': {
      const { changed, skipped } = await client.call('undoMessageAct', readFields(form, 'group'));
      const left = skipped.map((each) => `${each.reference}: ${each.reason}`).join(' ');
      return { done: `${changed.length > 0 ? 'Undone.' : 'Nothing was undone.'} ${left}`.trim() };
    }
    case 'note': {
      const { note } = readFields(form, 'note');
      const { group } = await client.call('noteMessage', { reference: reference ?? '', text: note });
      return { done: 'The note is added. Colleagues see it, the visitor does not.', undo: group };
    }
    case 'answer': {
      const { subject, body, seen, key, state } = readFields(form, 'subject', 'body', 'seen', 'key', 'state');
      await client.call('answerMessage', {
        ...{ reference: reference ?? '', subject, text: body, seen, key },
        state: state === 'DONE' ? 'DONE' : 'WAITING',
      });
      const rest =
        state === 'DONE' ? 'The message is done.' : 'The message waits for the visitor, in the view “Waiting”.';
      return { done: `Your answer is on its way. ${rest}`, sent: key };
    }
    case 'template': {
      const { name, text } = readFields(form, 'name', 'text');
      await client.call('saveAnswerTemplate', { name, text: text.replaceAll('\r\n', '\n') });
      return { done: `Answers can now begin with “${name}”.` };
    }
    case 'settle': {
      const { mailId, outcome } = readFields(form, 'mailId', 'outcome');
      const isArrived = outcome === 'ARRIVED';
      await client.call('settleAnswer', { mailId: Number(mailId), outcome: isArrived ? 'ARRIVED' : 'SEND_AGAIN' });
      return { done: isArrived ? 'Noted: the answer has arrived.' : 'The answer is sent again.' };
    }
  }
}
