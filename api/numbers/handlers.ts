import type { StudioOperationName } from '../../contract/studio/operations.ts';
import { getNumberOverview, listNumbers } from './read-numbers.ts';

/** The handlers of the Studio's operations on what the site measures. */
export const numberStudioHandlers = {
  numberOverview: getNumberOverview,
  numberList: listNumbers,
} satisfies Partial<Record<StudioOperationName, unknown>>;
