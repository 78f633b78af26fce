import { fileURLToPath } from 'node:url';

/** The installation's own folder. */
export const project = fileURLToPath(new URL('..', import.meta.url));

/** Where a build leaves what it made: the pages' files, the program that renders them, the server's program. */
export const buildFolder = `${project}dist/site`;
