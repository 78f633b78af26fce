import { chosenWebhookEvents, webhookEvents } from '../../../contract/studio/webhook-events.ts';
import { findMessage } from '../../fields/props.ts';
import fieldRow from '../../parts/field-row.module.css';
import { TextField } from '../../parts/text-field.tsx';
import { readFields } from '../../read-fields.ts';
import type { ActionRefusal } from '../../screen.ts';
import { CheckboxGroup, readChecked } from './checkbox-group.tsx';

export const webhookLabels = { url: 'Address of the receiver', events: 'What it is told' };

const eventOptions = chosenWebhookEvents.map((value) => {
  const { text, group } = webhookEvents[value];
  return { value, label: text, note: value, group };
});

/** Renders the address and the events of a webhook; `values` are the fields of a form that was filled in before. */
export function WebhookFields({
  values,
  refusal,
}: {
  values: Readonly<Record<string, string>> | undefined;
  refusal: ActionRefusal | undefined;
}) {
  const fields = refusal?.fields ?? [];
  return (
    <>
      <div className={fieldRow.row}>
        <TextField
          label={webhookLabels.url}
          name="url"
          type="url"
          inputMode="url"
          required
          maxLength={500}
          placeholder="https://"
          defaultValue={values?.url}
          error={findMessage(fields, 'url')}
        />
      </div>
      <CheckboxGroup
        label={webhookLabels.events}
        name="events"
        options={eventOptions}
        checked={values}
        error={findMessage(fields, 'events')}
      />
    </>
  );
}

export function readWebhook(sent: Record<string, string>) {
  return { url: readFields(sent, 'url').url, events: readChecked(sent, 'events', chosenWebhookEvents) };
}
