import type { Command } from 'commander';
import { listMaintenanceJobs } from '../server/jobs/maintenance.ts';
import { withDatabase } from './with-database.ts';

async function runRetention(): Promise<void> {
  await withDatabase(async (ctx, settings) => {
    const jobs = listMaintenanceJobs(settings, ctx.files);
    const removed: [string, number][] = [];
    for (const { run } of jobs) removed.push(...Object.entries(await run(ctx)));
    console.log(`Removed ${removed.map(([what, count]) => `${count} ${what}`).join(', ')}`);
  });
}

export function defineRetention(command: Command): void {
  command
    .description('Removes at once what is older than its retention. The server does the same every hour.')
    .action(runRetention);
}
