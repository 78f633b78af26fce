import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// `npm start`. JavaScript, for what turns TypeScript into it takes 20 MB of a process that then runs none: Node keeps what it
// made of the next file too.
enableCompileCache(fileURLToPath(new URL('../dist/site/compiled', import.meta.url)));
await import('./start.ts');
