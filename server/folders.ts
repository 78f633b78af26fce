import { fileURLToPath } from 'node:url';

/** The root folder of the installation. */
export const projectFolder = fileURLToPath(new URL('..', import.meta.url));

/** The folder of build results: the browser's files, the program that renders pages, and the program of the server. */
export const buildFolder = `${projectFolder}dist/site`;
