import { use } from 'react';
import { formatCount, formatNumber } from '../../../contract/content/number-text.ts';
import type { StudioOutput } from '../../../contract/studio/client.ts';
import { deliveryStates } from '../../../contract/studio/webhook-events.ts';
import type { Webhook, WebhookDelivery } from '../../../contract/studio/webhook-operations.ts';
import { StudioSettingsContext } from '../../context.ts';
import { loadListPage } from '../../list-page.ts';
import { buttonLink, Submit } from '../../parts/button.tsx';
import { FormRefusal } from '../../parts/confirm.tsx';
import { AddressNotice } from '../../parts/copy-actions.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import form from '../../parts/form.module.css';
import { ScreenLayout } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PostForm } from '../../parts/post-form.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { StateDot } from '../../parts/state-dot.tsx';
import table from '../../parts/table.module.css';
import { Pager, Table } from '../../parts/table.tsx';
import { formatTime } from '../../parts/time.ts';
import { ViewTabs } from '../../parts/view-tabs.tsx';
import { readChoice, readFields } from '../../read-fields.ts';
import { type Screen, useAnswer } from '../../screen.ts';
import { readWebhook, WebhookFields, webhookLabels } from './webhook-fields.tsx';
import { deliveryStateWords, WebhookState } from './webhook-state.tsx';

/** Returns the fields of the form of a webhook, as the form is sent. */
function toValues({ url, events }: Webhook): Record<string, string> {
  return { url, ...Object.fromEntries(events.map((event) => [`events.${event}`, 'yes'])) };
}

/** Lists the attempts to deliver an event, with what the receiver answered. */
function AttemptList({ delivery }: { delivery: WebhookDelivery }) {
  const { timeZone } = use(StudioSettingsContext);
  return (
    <details>
      <summary className={form.small}>{formatCount(delivery.attempts.length, 'attempt')}</summary>
      <div className={form.stack}>
        <p className={`${form.mono} ${form.path}`}>
          {delivery.messageId}
          <br />
          {JSON.stringify(delivery.data)}
        </p>
        {delivery.attempts.map(({ triedAt, failure, status, durationMs, answer }) => (
          <div key={triedAt} className={form.small}>
            {formatTime(triedAt, timeZone)}: {failure ?? `It answered ${status}.`} {formatNumber(durationMs)} ms
            {answer && <pre className={form.path}>{answer}</pre>}
          </div>
        ))}
      </div>
    </details>
  );
}

function DeliveryRow({ delivery, canSend }: { delivery: WebhookDelivery; canSend: boolean }) {
  const { tone, label } = deliveryStateWords[delivery.state];
  const [last] = delivery.attempts;
  return (
    <tr>
      <th scope="row">
        {delivery.type}
        {delivery.attempts.length > 0 && <AttemptList delivery={delivery} />}
      </th>
      <td data-label="Happened">
        <RelativeTime at={delivery.happenedAt} />
      </td>
      <td>
        <StateDot tone={tone}>{label}</StateDot>
      </td>
      <td className={`${table.wide} ${form.soft}`}>
        {last && `${last.failure ?? `It answered ${last.status}.`} ${formatNumber(last.durationMs)} ms`}
        {delivery.state === 'WAITING' && last && (
          <>
            {' '}
            · Next attempt <RelativeTime at={delivery.dueAt} />
          </>
        )}
      </td>
      <td>
        {canSend && (last || delivery.state !== 'WAITING') && (
          <PostForm sends={{ delivery: delivery.id }}>
            <Submit look="bare" intent="again" aria-label={`Send ${delivery.type} again`} label="Send again" />
          </PostForm>
        )}
      </td>
    </tr>
  );
}

function View({ data: { webhook, deliveries } }: { data: StudioOutput<'webhook'> }) {
  const answer = useAnswer();
  const refusal = answer?.refusal;
  const isEnabled = webhook.disabledAt === null;
  return (
    <ScreenLayout
      title={new URL(webhook.url).host}
      parent={{ to: '/studio/webhooks', label: 'Webhooks' }}
      state={<WebhookState webhook={webhook} />}
      actions={
        isEnabled && (
          <PostForm>
            <Submit look="primary" intent="test" label="Send a test" />
          </PostForm>
        )
      }
    >
      <FormRefusal refusal={refusal} labels={webhookLabels} />
      <AddressNotice text={answer?.done} label="The new secret" />
      <ViewTabs
        label="Deliveries"
        views={[
          { label: 'All' },
          ...deliveryStates.map((state) => ({ label: deliveryStateWords[state].label, query: { state } })),
        ]}
      />
      {deliveries.items.length === 0 ? (
        <EmptyState drawing="empty" title="There are no events here.">
          <p>What was sent to the receiver is listed here for 30 days.</p>
        </EmptyState>
      ) : (
        <Table caption="Deliveries" columns={['Event', 'Happened', 'State', 'Last answer', '']}>
          {deliveries.items.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} canSend={isEnabled} />
          ))}
        </Table>
      )}
      <Pager {...deliveries} />
      <Panel title="Address and events" isPadded>
        <PostForm className={form.form} sends={{ intent: 'change' }}>
          <WebhookFields
            values={refusal?.values.url === undefined ? toValues(webhook) : refusal.values}
            refusal={refusal}
          />
          <div className={form.row}>
            <Submit name="state" value={isEnabled ? 'enabled' : 'disabled'} label="Save" />
            <Submit
              name="state"
              value={isEnabled ? 'disabled' : 'enabled'}
              label={isEnabled ? 'Disable' : 'Enable again'}
            />
          </div>
        </PostForm>
      </Panel>
      <Panel title="Secret" isPadded>
        <div className={form.stack}>
          <p>
            The receiver checks by the secret that events come from here.
            {webhook.formerSecretEndsAt && (
              <>
                {' '}
                The former secret counts too, until <RelativeTime at={webhook.formerSecretEndsAt} />.
              </>
            )}
          </p>
          <PostForm>
            <Submit intent="rotate" label="Make a new secret" />
          </PostForm>
        </div>
      </Panel>
      <details>
        <summary className={buttonLink.quiet}>Remove the webhook</summary>
        <PostForm className={form.row}>
          <Submit look="danger" intent="remove" label={`Remove ${webhook.url}`} />
          <span className={form.soft}>What was sent to it is removed too, and nobody can undo this.</span>
        </PostForm>
      </details>
    </ScreenLayout>
  );
}

const intents = ['test', 'again', 'change', 'rotate', 'remove'] as const;

/** Shows a webhook and its deliveries, and changes it. Works without JavaScript. */
export const screen: Screen<StudioOutput<'webhook'>> = {
  title: ({ webhook }) => new URL(webhook.url).host,
  getRailPath: () => 'access',
  loader: async ({ client, params, url }) => {
    const asked = url.searchParams.get('state');
    const state = deliveryStates.find((each) => each === asked);
    let webhook: Webhook | undefined;
    const deliveries = await loadListPage(url, async (page) => {
      const found = await client.call('webhook', { id: params.id, state, page });
      webhook = found.webhook;
      return found.deliveries;
    });
    return { webhook: webhook as Webhook, deliveries };
  },
  action: async ({ client, form: sent, params }) => {
    const id = Number(params.id);
    const intent = readChoice(sent, 'intent', intents);
    if (intent === 'test') {
      await client.call('sendWebhookTest', { id });
      return { done: 'A test is sent. Its answer is listed here in a moment.' };
    }
    if (intent === 'again') {
      await client.call('sendWebhookAgain', { id: Number(readFields(sent, 'delivery').delivery) });
      return { done: 'The event is sent again.' };
    }
    if (intent === 'rotate') {
      const { secret } = await client.call('rotateWebhookSecret', { id });
      return { done: `Give the receiver this secret within 24 hours, because it is not shown again: ${secret}` };
    }
    if (intent === 'remove') {
      await client.call('removeWebhook', { id });
      return { to: '/studio/webhooks' };
    }
    const isDisabled = readChoice(sent, 'state', ['enabled', 'disabled']) === 'disabled';
    await client.call('changeWebhook', { id, ...readWebhook(sent), isDisabled });
    return { done: isDisabled ? 'The webhook is disabled.' : 'The webhook is saved.' };
  },
  View,
};
