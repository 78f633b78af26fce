import { enableCompileCache } from 'node:module';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.ts';
import { buildFolder } from './folders.ts';

// `npm start`: builds what is stale, and runs the server that was built. Kept small, for it is read each time.

await buildIfStale();
enableCompileCache(`${buildFolder}/compiled`);
const { main } = (await import(pathToFileURL(`${buildFolder}/server/main.js`).href)) as typeof import('./main.ts');
await main();
