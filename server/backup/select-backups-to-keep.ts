const day = 24 * 60 * 60 * 1_000;

/** How many of the newest days, weeks and months with a backup keep their last backup. */
const rules: readonly [kept: number, periodOf: (time: Date) => string | number][] = [
  [7, (time) => time.toISOString().slice(0, 10)],
  // Day 0 of the epoch was a Thursday; weeks begin on Mondays.
  [4, (time) => Math.floor((time.getTime() / day + 3) / 7)],
  [12, (time) => time.toISOString().slice(0, 7)],
];

/** Returns the times of the backups to keep: the last of 7 days, 4 weeks and 12 months with a backup, in UTC. */
export function selectBackupsToKeep(times: readonly Date[]): Date[] {
  const newestFirst = times.toSorted((a, b) => b.getTime() - a.getTime());
  const kept = new Set<Date>();
  for (const [count, periodOf] of rules) {
    const periods = new Set<string | number>();
    for (const time of newestFirst) {
      if (periods.size >= count || periods.has(periodOf(time))) continue;
      periods.add(periodOf(time));
      kept.add(time);
    }
  }
  return newestFirst.filter((time) => kept.has(time));
}
