import type { OperationName } from '../../contract/http/operations.ts';
import type { StudioOperationName } from '../../contract/studio/operations.ts';
import { changeMeasuring, recordEvents } from './measuring.ts';
import { getFormNumbers, getSpeedNumbers } from './read-forms-and-speed.ts';
import { getNumberOverview, listNumbers } from './read-numbers.ts';

/** The handlers of the public operations on what pages report. */
export const numberHandlers = { recordEvents } satisfies Partial<Record<OperationName, unknown>>;

/** The handlers of the Studio's operations on what the site measures. */
export const numberStudioHandlers = {
  numberOverview: getNumberOverview,
  numberList: listNumbers,
  formNumbers: getFormNumbers,
  speedNumbers: getSpeedNumbers,
  changeMeasuring,
} satisfies Partial<Record<StudioOperationName, unknown>>;
