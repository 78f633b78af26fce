import type { Command } from 'commander';
import { getCommandLine, type WholeProgram } from './command-row.ts';

const helpWidth = 110;

const introduction = `# Commands

What operators and editors run in the folder of the site. \`npx site --help\` lists the commands, and \`--help\` after a command explains it.
In a container it is \`node_modules/.bin/node commands/site.ts\` instead of \`npx site\`. The tools of developers are in
[development](development.md).

A command ends with 0, or with 1 if it failed. Results go to standard output; errors go to standard error. Commands that take longer than
two seconds show their steps on standard error: with a running time on a terminal, else one line each. \`--quiet\` shows none.
\`--json\` prints one JSON document, for a script. \`npx site completion bash\` lets the shell complete the commands.
`;

/** Returns the help of a command as `--help` prints it, and those of its sub-commands. */
function formatHelps(command: Command): string[] {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => helpWidth });
  command.outputHelp();
  const title = `${command.parent?.parent ? '###' : '##'} ${getCommandLine(command).replace('npx ', '')}`;
  const own = `${title}\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`;
  return [own, ...command.commands.flatMap(formatHelps)];
}

/** Returns the text of `docs/commands.md`. */
async function formatManual({ rows, create }: WholeProgram): Promise<string> {
  const program = await create();
  const lines = rows.map(({ name, summary, guide }) => {
    const link = guide ? ` ([guide](${guide}))` : '';
    return `| \`npx site ${name}\` | ${summary}${link} |`;
  });
  const table = `| Command | |\n| --- | --- |\n${lines.join('\n')}\n`;
  return [introduction, table, ...program.commands.flatMap(formatHelps)].join('\n');
}

export function defineManual(command: Command, program: WholeProgram): void {
  command
    .description('Prints docs/commands.md: npx site manual > docs/commands.md')
    .action(async () => void process.stdout.write(await formatManual(program)));
}
