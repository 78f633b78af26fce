import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// `npm run dev`: the same server from its sources, with pages that are built as they are asked for. Node keeps what it made
// of the sources, so that a start takes a quarter less.

enableCompileCache(fileURLToPath(new URL('../dist/development', import.meta.url)));
const [{ main }, { developmentSite }] = await Promise.all([
  import('./main.ts'),
  import('./development/development-site.ts'),
]);
await main(developmentSite);
