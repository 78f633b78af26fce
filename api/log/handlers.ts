import type { StudioOperationName } from '../../contract/studio/operations.ts';
import { exportLog, listLog } from './list.ts';

export const logStudioHandlers = { log: listLog, exportLog } satisfies Partial<Record<StudioOperationName, unknown>>;
