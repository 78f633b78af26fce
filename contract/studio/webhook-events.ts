interface WebhookEvent {
  /** The heading under which the form lists it. */
  group: 'Content' | 'Messages' | 'Consultations';
  /** What happened, as users read it. */
  text: string;
}

/**
 * What webhooks tell of, by the type in their payload. The data of an event holds ids, references and addresses only; a
 * receiver asks for the rest by the API. It never holds what visitors typed.
 */
export const webhookEvents = {
  'entry.published': { group: 'Content', text: 'An entry, or a new text of it, was published or shown again' },
  'entry.scheduled': { group: 'Content', text: 'A publication or a withdrawal was scheduled, moved or cancelled' },
  'entry.live': { group: 'Content', text: 'A scheduled publication or withdrawal took effect' },
  'entry.withdrawn': { group: 'Content', text: 'An entry was withdrawn' },
  'entry.renamed': { group: 'Content', text: 'The address of an entry changed' },
  'entry.changed': { group: 'Content', text: 'An entry was categorised or imported, or an act on it was undone' },
  'message.received': { group: 'Messages', text: 'A visitor sent a message, an enquiry or a booking' },
  'message.answered': { group: 'Messages', text: 'Somebody answered a message' },
  'message.changed': { group: 'Messages', text: 'A message was assigned, closed, opened again or marked' },
  'consultation.booked': { group: 'Consultations', text: 'A consultation was booked or confirmed' },
  'consultation.moved': { group: 'Consultations', text: 'A consultation was moved' },
  'consultation.cancelled': { group: 'Consultations', text: 'A consultation was cancelled' },
} as const satisfies Record<string, WebhookEvent>;

/** An event that a webhook can be told of. */
export type ChosenWebhookEvent = keyof typeof webhookEvents;

/** The type of an event; `webhook.test` is sent on demand to one webhook. */
export type WebhookEventKind = ChosenWebhookEvent | 'webhook.test';

export const chosenWebhookEvents = Object.keys(webhookEvents) as ChosenWebhookEvent[];

export const deliveryStates = ['WAITING', 'DELIVERED', 'GIVEN_UP'] as const;
