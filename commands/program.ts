import { Command, CommanderError } from 'commander';
import { type CommandRow, getCommandLine } from './command-row.ts';
import { commandTable } from './table.ts';

/** The name of the program as people type it in the folder of the site. */
const programName = 'npx site';

/** Adds what a row of the table defines: loads its module. */
async function loadCommand(command: Command, { guide, load }: CommandRow): Promise<void> {
  const define = await load();
  define(command, { rows: commandTable, create: createWholeProgram });
  if (guide) command.addHelpText('after', `\nGuide: docs/${guide}`);
}

/**
 * Creates the program with the names and summaries of all commands. `onSelect` gets each command before its words are
 * parsed. The module of a command is loaded only then, so that the program starts fast.
 */
function createProgram(onSelect: (command: Command) => void = () => undefined): Command {
  const program = new Command(programName)
    .description('Operates the site, and imports and exports its content.')
    .helpCommand(false)
    .helpOption('-h, --help', 'shows this help')
    .exitOverride()
    // The caller prints errors, with the usage of the selected command.
    .configureOutput({ outputError: () => undefined })
    .configureHelp({ subcommandTerm: (command) => command.name() });
  const select = (_parent: Command, command: Command) => onSelect(command);
  for (const { name, summary, group } of commandTable)
    program
      .command(name)
      .summary(summary)
      .helpGroup(group)
      // Options and sub-commands of a group follow the name of the group.
      .hook('preSubcommand', select);
  return program.hook('preSubcommand', async (_program, command) => {
    onSelect(command);
    const row = commandTable.find(({ name }) => name === command.name());
    if (row) await loadCommand(command, row);
  });
}

/** Creates the program with the arguments and options of every command. */
async function createWholeProgram(): Promise<Command> {
  const program = createProgram();
  for (const row of commandTable) {
    const command = program.commands.find((each) => each.name() === row.name);
    if (command) await loadCommand(command, row);
  }
  return program;
}

/** Returns how a command is used, and how to learn more. */
function formatUsage(command: Command): string {
  return `Usage: ${command.createHelp().commandUsage(command)}\n${getCommandLine(command)} --help says more.`;
}

/**
 * Runs the program `site` with the words that follow its name. Sets the exit code of this process to 1 if the command
 * fails, and then prints why on standard error.
 */
export async function runSite(words: readonly string[]): Promise<void> {
  let selected = createProgram((command) => {
    selected = command;
  });
  try {
    await selected.parseAsync(words, { from: 'user' });
  } catch (error) {
    // The help was asked for, and is printed.
    if (error instanceof CommanderError && error.exitCode === 0) return;
    process.exitCode = 1;
    // A command that needs a sub-command has printed its help.
    if (error instanceof CommanderError && error.code === 'commander.help') return;
    if (error instanceof CommanderError)
      return console.error(`${error.message.replace(/^error: /, '')}\n\n${formatUsage(selected)}`);
    const { reportError } = await import('./report-error.ts');
    reportError(error, formatUsage(selected));
  }
}
