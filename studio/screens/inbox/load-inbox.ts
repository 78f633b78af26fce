import type { StudioOutput } from '../../../contract/studio/client.ts';
import { messageKinds, messageStates } from '../../../contract/studio/message-kinds.ts';
import type { MessageCounts, MessageSummary, OpenedMessage } from '../../../contract/studio/message-shapes.ts';
import type { ActionRefusal, ScreenArgs } from '../../screen.ts';

/** The filter of the list, as the address of the screen has it. */
interface InboxFilter {
  q: string;
  /** `ALL` for all but the quarantine. */
  state: MessageSummary['state'] | 'ALL';
  kind: MessageSummary['kind'] | '';
  /** `me`, `nobody`, the id of a user, or empty. */
  assignee: string;
  tag: string;
  /** Only unread messages, or only those with a mail that was given up. */
  only: '' | 'unread' | 'given-up';
  /** Where the page of the list begins; empty for the newest. */
  after: string;
}

export const kindNames: Record<MessageSummary['kind'], string> = {
  CONTACT: 'Contact',
  ENQUIRY: 'Enquiry',
  CONSULTATION: 'Consultation',
};

export const stateNames: Record<MessageSummary['state'], string> = {
  OPEN: 'Open',
  WAITING: 'Waiting',
  DONE: 'Done',
  QUARANTINE: 'Quarantine',
};

export const stateTones = { OPEN: 'open', WAITING: 'next', DONE: 'live', QUARANTINE: 'alert' } as const;

/** Returns the filter in an address. Values that it does not know filter nothing. */
function readFilter({ searchParams }: URL): InboxFilter {
  const read = (name: string) => (searchParams.get(name) ?? '').trim().slice(0, 200);
  const only = read('only');
  const assignee = read('assignee');
  return {
    q: read('q'),
    // A search looks everywhere, unless a state is chosen.
    state: messageStates.find((state) => state === read('state')) ?? (read('state') || read('q') ? 'ALL' : 'OPEN'),
    kind: messageKinds.find((kind) => kind === read('kind')) ?? '',
    assignee: /^(?:me|nobody|[1-9]\d{0,14})$/.test(assignee) ? assignee : '',
    tag: read('tag').slice(0, 40),
    only: only === 'unread' || only === 'given-up' ? only : '',
    after: /^\d{1,18}-\d{1,15}$/.test(read('after')) ? read('after') : '',
  };
}

/** Returns the input of the operation `listMessages` for a filter. */
function toListInput({ q, state, kind, assignee, tag, only, after }: InboxFilter) {
  return {
    q,
    ...(state !== 'ALL' && { state }),
    ...(kind && { kind }),
    ...(assignee && { assignee }),
    ...(tag && { tag }),
    ...(only === 'unread' && { unread: 'yes' as const }),
    ...(only === 'given-up' && { mail: 'given-up' as const }),
    ...(after && { after }),
  };
}

/** Returns the address of the list, or of a message beside it, with the filter of an address. */
export function getInboxAddress(
  reference: string | null,
  search: string,
  changes: Record<string, string> = {},
): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('template');
  for (const [name, value] of Object.entries(changes))
    if (value) parameters.set(name, value);
    else parameters.delete(name);
  const query = parameters.toString();
  return `/studio/inbox${reference === null ? '' : `/${reference}`}${query && `?${query}`}`;
}

export interface InboxData {
  items: MessageSummary[];
  next: string | null;
  filter: InboxFilter;
  counts: MessageCounts;
  choices: StudioOutput<'messageChoices'>;
  /** The message that is open beside the list. */
  message: OpenedMessage | null;
  /** The key of the next answer: a repeated request with it sends nothing again. */
  answerKey: string;
  /** The number of the template with which the answer begins; null without one. */
  template: number | null;
}

export type OpenData = InboxData & { message: OpenedMessage };

/** What the forms of the inbox answer. */
export interface InboxAnswer {
  refusal?: ActionRefusal;
  done?: string;
  undo?: string;
  sent?: string;
}

/** Loads the list and, if one is named, a message, which is then read. */
export async function loadInbox({ client, url }: ScreenArgs, reference: string | null): Promise<InboxData> {
  const filter = readFilter(url);
  const [message, choices] = await Promise.all([
    reference === null ? null : client.call('openMessage', { reference }),
    client.call('messageChoices', {}),
  ]);
  // Before the list is loaded, so that the list shows it as read.
  if (message?.isUnread) await client.call('markMessages', { references: [message.reference], isRead: true });
  const [list, counts] = await Promise.all([
    client.call('listMessages', toListInput(filter)),
    client.call('messageCounts', {}),
  ]);
  const template = Number(url.searchParams.get('template') ?? Number.NaN);
  return {
    ...list,
    filter,
    counts,
    choices,
    message,
    answerKey: crypto.randomUUID(),
    template: Number.isInteger(template) ? template : null,
  };
}
