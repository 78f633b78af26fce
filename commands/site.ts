import { runSite } from './program.ts';

await runSite(process.argv.slice(2));
