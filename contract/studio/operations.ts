import { accessOperations } from './access-operations.ts';
import { accountOperations } from './account-operations.ts';
import { bulkOperations } from './bulk-operations.ts';
import { consultationStudioOperations } from './consultation-operations.ts';
import { contentOperations } from './content-operations.ts';
import { healthOperations } from './health-operations.ts';
import { historyOperations } from './history-operations.ts';
import { linkOperations } from './link-operations.ts';
import { listOperations } from './list-operations.ts';
import { logOperations } from './log-operations.ts';
import { mailOperations } from './mail-operations.ts';
import { messageOperations } from './message-operations.ts';
import { numberOperations } from './number-operations.ts';
import type { StudioOperation } from './operation.ts';
import { paletteOperations } from './palette-operations.ts';
import { peopleOperations } from './people-operations.ts';
import { pictureOperations } from './picture-operations.ts';
import { privacyOperations } from './privacy-operations.ts';
import { redirectOperations } from './redirect-operations.ts';
import { reviewOperations } from './review-operations.ts';
import { scheduleOperations } from './schedule-operations.ts';
import { shareOperations } from './share-operations.ts';
import { todayOperations } from './today-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

export type { StudioOperation };

/** The operations of the Studio's API by their names. */
export const studioOperations = {
  ...todayOperations,
  ...peopleOperations,
  ...accountOperations,
  ...accessOperations,
  ...webhookOperations,
  ...contentOperations,
  ...scheduleOperations,
  ...bulkOperations,
  ...shareOperations,
  ...historyOperations,
  ...linkOperations,
  ...redirectOperations,
  ...listOperations,
  ...paletteOperations,
  ...reviewOperations,
  ...pictureOperations,
  ...mailOperations,
  ...privacyOperations,
  ...consultationStudioOperations,
  ...messageOperations,
  ...logOperations,
  ...healthOperations,
  ...numberOperations,
} as const satisfies Record<string, StudioOperation>;

export type StudioOperationName = keyof typeof studioOperations;
