// What other rooms use of webhooks. Its operations are in `handlers.ts`.

export { listFailedWebhooks } from './manage.ts';
export { recordWebhookEvent } from './record.ts';
