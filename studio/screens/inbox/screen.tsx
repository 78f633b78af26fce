import { isolateText } from '../../../contract/content/text-direction.ts';
import type { Screen } from '../../screen.ts';
import { InboxView } from './inbox-view.tsx';
import { type InboxData, loadInbox } from './load-inbox.ts';
import { runInboxAction } from './run-inbox-action.ts';

/**
 * Lists what visitors wrote, with filters and acts on several messages, and shows the message that the address names
 * beside the list. Works without JavaScript.
 */
export const screen: Screen<InboxData> = {
  title: ({ message }) => (message ? `${isolateText(message.name)}, ${message.reference}` : 'Inbox'),
  loader: (args) => loadInbox(args, args.params.reference ?? null),
  action: (args) => runInboxAction(args, args.params.reference ?? null),
  // What somebody else did meanwhile is why an answer is refused.
  reloadsAfterRefusal: true,
  View: InboxView,
};
