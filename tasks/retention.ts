import { maintenanceJobs } from '../server/maintenance.ts';
import { runCommand, withDatabase } from './with-database.ts';

// Removes now what has been kept for long enough; the server does the same every hour.

await runCommand('npm run retention', () =>
  withDatabase(async (ctx, settings) => {
    const retention = maintenanceJobs(settings).find(({ name }) => name === 'retention');
    const removed = Object.entries((await retention?.run(ctx)) ?? {});
    console.log(`Removed ${removed.map(([what, count]) => `${count} ${what}`).join(', ')}`);
  }),
);
