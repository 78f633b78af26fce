import { Webhook as WebhookIcon } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount } from '../../../contract/content/number-text.ts';
import type { StudioOutput } from '../../../contract/studio/client.ts';
import { loadListPage } from '../../list-page.ts';
import { buttonLink, Submit } from '../../parts/button.tsx';
import { FormRefusal } from '../../parts/confirm.tsx';
import { AddressNotice } from '../../parts/copy-actions.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import form from '../../parts/form.module.css';
import { Icon } from '../../parts/icon.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Pager, Table } from '../../parts/table.tsx';
import { readChoice } from '../../read-fields.ts';
import { type Screen, useAnswer, useFormKey } from '../../screen.ts';
import { AccessLayout } from './access-layout.tsx';
import { readWebhook, WebhookFields, webhookLabels } from './webhook-fields.tsx';
import { WebhookState } from './webhook-state.tsx';

function View({ data: { items, ...list } }: { data: StudioOutput<'webhooks'> }) {
  const answer = useAnswer();
  const { refusal } = answer ?? {};
  return (
    <AccessLayout
      actions={
        <a href="#new-webhook" className={buttonLink.primary}>
          <Icon of={WebhookIcon} />
          Add a webhook
        </a>
      }
    >
      <FormRefusal refusal={refusal} labels={webhookLabels} />
      <AddressNotice text={answer?.done} label="The secret" />
      <div id="new-webhook" className={form.revealed} data-shown={refusal !== undefined || undefined}>
        <Panel title="Add a webhook" isPadded>
          {/* The next webhook begins with empty fields. */}
          <PostForm key={useFormKey('create')} className={form.form} sends={{ intent: 'create' }}>
            <WebhookFields values={refusal?.values} refusal={refusal} />
            <div className={form.row}>
              <Submit look="primary" label="Add the webhook" />
            </div>
          </PostForm>
        </Panel>
      </div>
      {items.length === 0 ? (
        <EmptyState drawing="empty" title="There are no webhooks.">
          <p>A webhook tells another system at once what happens here, such as a publication or a new message.</p>
        </EmptyState>
      ) : (
        <Table caption="Webhooks" columns={['Address', 'State', 'Events', 'Last delivered', 'Waiting']}>
          {items.map((webhook) => (
            <tr key={webhook.id}>
              <th scope="row" className={form.path}>
                <Link to={`/studio/webhooks/${webhook.id}`}>{webhook.url}</Link>
              </th>
              <td>
                <WebhookState webhook={webhook} />
              </td>
              <td>{formatCount(webhook.events.length, 'kind of event', 'kinds of events')}</td>
              <td data-label="Last delivered">
                {webhook.lastDeliveredAt ? <RelativeTime at={webhook.lastDeliveredAt} /> : 'Never'}
              </td>
              <td data-label="Waiting">{webhook.waiting}</td>
            </tr>
          ))}
        </Table>
      )}
      <Pager {...list} />
    </AccessLayout>
  );
}

/** Lists and adds webhooks. Works without JavaScript. */
export const screen: Screen<StudioOutput<'webhooks'>> = {
  title: () => 'Webhooks',
  getRailPath: () => 'access',
  loader: ({ client, url }) => loadListPage(url, (page) => client.call('webhooks', { page })),
  action: async ({ client, form: sent }) => {
    readChoice(sent, 'intent', ['create']);
    const { secret } = await client.call('createWebhook', readWebhook(sent));
    return { done: `Give the receiver this secret now, because it is not shown again: ${secret}` };
  },
  View,
};
