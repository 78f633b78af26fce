import { chosenWebhookEvents, webhookEvents, webhookGroups } from '../../../contract/studio/webhook-events.ts';
import { findMessage } from '../../fields/props.ts';
import { TextField } from '../../parts/text-field.tsx';
import { readFields } from '../../read-fields.ts';
import type { ActionRefusal } from '../../screen.ts';
import { CheckboxGroup, readChecked } from './checkbox-group.tsx';

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
      <TextField
        label="Address of the receiver"
        name="url"
        type="url"
        inputMode="url"
        required
        maxLength={500}
        placeholder="https://"
        defaultValue={values?.url}
        error={findMessage(fields, 'url')}
      />
      {webhookGroups.map((group) => (
        <CheckboxGroup
          key={group}
          label={group}
          name="events"
          options={chosenWebhookEvents
            .filter((value) => webhookEvents[value].group === group)
            .map((value) => ({ value, label: webhookEvents[value].text, note: value }))}
          checked={values}
          error={group === webhookGroups[0] ? findMessage(fields, 'events') : undefined}
        />
      ))}
    </>
  );
}

/** Reads the fields of a webhook from a sent form. */
export function readWebhook(sent: Record<string, string>) {
  return { url: readFields(sent, 'url').url, events: readChecked(sent, 'events', chosenWebhookEvents) };
}
