import type { Screen } from '../../screen.ts';
import { InboxView } from './inbox-view.tsx';
import { type InboxData, loadInbox } from './load-inbox.ts';
import { runInboxAction } from './run-inbox-action.ts';

/** Lists what visitors wrote, with filters and acts on several messages. Works without JavaScript. */
export const screen: Screen<InboxData> = {
  title: () => 'Inbox',
  loader: (args) => loadInbox(args, null),
  action: (args) => runInboxAction(args, null),
  reloadsAfterRefusal: true,
  View: InboxView,
};
