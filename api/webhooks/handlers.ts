import type { StudioOperationName } from '../../contract/studio/operations.ts';
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  sendWebhookAgain,
  sendWebhookTest,
} from './manage.ts';

/** The handlers of the Studio's operations on webhooks. */
export const webhookStudioHandlers = {
  webhooks: listWebhooks,
  webhook: getWebhook,
  createWebhook,
  changeWebhook,
  removeWebhook,
  rotateWebhookSecret,
  sendWebhookTest,
  sendWebhookAgain,
} satisfies Partial<Record<StudioOperationName, unknown>>;
