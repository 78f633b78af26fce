import { maintenanceJobs } from '../server/jobs/maintenance.ts';
import { runCommand, withDatabase } from './with-database.ts';

// Removes now what has been kept for long enough; the server does the same every hour.

await runCommand('npm run retention', () =>
  withDatabase(async (ctx, settings) => {
    const jobs = maintenanceJobs(settings, ctx.files);
    const removed: [string, number][] = [];
    for (const { run } of jobs) removed.push(...Object.entries(await run(ctx)));
    console.log(`Removed ${removed.map(([what, count]) => `${count} ${what}`).join(', ')}`);
  }),
);
