import { type StudioOperationName, studioOperations } from './operations.ts';

const methods = Object.entries(studioOperations).map(([name, { method }]) => [name, method]);

/** The method of each operation of the Studio's API. */
export const studioMethods: Record<StudioOperationName, 'GET' | 'POST'> = Object.fromEntries(methods);
