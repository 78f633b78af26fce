/**
 * Returns the milliseconds of processor time that this process used during `work`. Unlike the time on a clock, they do
 * not depend on what else the machine does.
 */
export async function measureCpuTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
