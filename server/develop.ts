import { describeSourceError } from './development/describe-source-error.ts';
import { createDevelopmentServer } from './development/vite-server.ts';

// Runs `npm run dev`: one process, in which Vite loads the sources of the server and of the pages. A change reloads
// only the modules that import the changed file; libraries stay loaded. A change in this file or in `vite-server.ts`
// needs a new start.

const { vite, changes } = await createDevelopmentServer();
const { runDevelopmentSite } = (await vite.ssrLoadModule('/server/development/run.ts').catch((error: unknown) => {
  console.error(describeSourceError(error, 'Correct it, then start npm run dev again.') ?? error);
  process.exit(1);
})) as typeof import('./development/run.ts');
await runDevelopmentSite(vite, changes);
