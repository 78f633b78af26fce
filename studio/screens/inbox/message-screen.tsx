import { isolateText } from '../../../contract/content/text-direction.ts';
import type { Screen } from '../../screen.ts';
import { InboxView } from './inbox-view.tsx';
import { type InboxData, loadInbox } from './load-inbox.ts';
import { runInboxAction } from './run-inbox-action.ts';

/** Shows a message beside the list, and answers it by mail. Works without JavaScript. */
export const screen: Screen<InboxData> = {
  title: ({ message }) => (message ? `${isolateText(message.name)}, ${message.reference}` : 'Inbox'),
  loader: (args) => loadInbox(args, args.params.reference ?? ''),
  action: (args) => runInboxAction(args, args.params.reference ?? ''),
  // What somebody else did meanwhile is why an answer is refused.
  reloadsAfterRefusal: true,
  View: InboxView,
};
