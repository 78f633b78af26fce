import type { StudioOutput } from '../../../contract/studio/client.ts';
import type { MessageCounts, MessageSummary, OpenedMessage } from '../../../contract/studio/message-shapes.ts';
import type { ActionRefusal, ScreenArgs } from '../../screen.ts';
import { type InboxFilter, readFilter, toListInput } from './filter.ts';

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

/** The data of a screen with an open message. */
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
