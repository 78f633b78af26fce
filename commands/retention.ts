import { listMaintenanceJobs } from '../server/jobs/maintenance.ts';
import { runCommand, withDatabase } from './with-database.ts';

// Removes now what is older than its retention. The server does the same every hour.

/** Runs `npm run retention`. */
export const runRetention = () =>
  runCommand('npm run retention', () =>
    withDatabase(async (ctx, settings) => {
      const jobs = listMaintenanceJobs(settings, ctx.files);
      const removed: [string, number][] = [];
      for (const { run } of jobs) removed.push(...Object.entries(await run(ctx)));
      console.log(`Removed ${removed.map(([what, count]) => `${count} ${what}`).join(', ')}`);
    }),
  );

if (import.meta.main) await runRetention();
