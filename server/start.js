import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Runs `npm start`. This file is plain JavaScript and enables the compile cache before anything in TypeScript is
// loaded. Then Node does not load its compiler for TypeScript, which would keep 20 MB. The processes that convert
// pictures use this cache too; it saves them 20 MB and half of their processor time.

enableCompileCache(fileURLToPath(new URL('../dist/site/compiled', import.meta.url)));
await import('./start-server.ts');
