import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Runs `npm start`. This file is JavaScript, because Node's compiler for TypeScript would take 20 to 40 MB of the server's memory.
// With the compile cache Node needs that compiler only once for the next file.
enableCompileCache(fileURLToPath(new URL('../dist/site/compiled', import.meta.url)));
await import('./start.ts');
