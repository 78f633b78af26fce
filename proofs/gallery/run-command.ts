import { reportError } from '../../commands/report-error.ts';
import { UsageError } from '../../commands/usage-error.ts';
import { showSteps } from '../../server/process/steps.ts';

/**
 * Returns the words of a command line without `--quiet`, and shows the steps of the command on standard error unless
 * `--quiet` is given.
 */
export function takeWords(): string[] {
  const words = process.argv.slice(2);
  if (!words.includes('--quiet')) showSteps(process.stderr);
  return words.filter((word) => word !== '--quiet');
}

/**
 * Runs a command. Prints `usage` after a mistake in its arguments, and an unexpected error without what a visitor sent.
 */
export async function runCommand(usage: string, command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    process.exitCode = 1;
    const isParseError = String((error as { code?: string }).code).startsWith('ERR_PARSE');
    reportError(isParseError ? new UsageError((error as Error).message) : error, usage);
  }
}
