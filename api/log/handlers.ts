import type { StudioOperationName } from '../../contract/studio/operations.ts';
import { exportLog, listLog } from './list.ts';

/** The handlers of the Studio's operations on the log. */
export const logStudioHandlers = { log: listLog, exportLog } satisfies Partial<Record<StudioOperationName, unknown>>;
