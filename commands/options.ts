import type { Command } from 'commander';
import { showSteps } from '../server/process/steps.ts';

/** Adds `--quiet`. Without this option the steps of the command are shown on standard error. */
export function addQuietOption(command: Command): Command {
  return command.option('--quiet', 'shows no steps on standard error').hook('preAction', (_, running) => {
    if (!running.opts().quiet) showSteps(process.stderr);
  });
}

/** Adds `--json`, which prints one JSON document on standard output instead of text. */
export function addJsonOption(command: Command): Command {
  return command.option('--json', 'prints JSON instead of text, for a script');
}

/** Adds examples to the help of a command: each is what follows after `npx site`. */
export function addExamples(command: Command, examples: readonly string[]): Command {
  return command.addHelpText('after', `\nExamples:\n${examples.map((each) => `  npx site ${each}`).join('\n')}`);
}
