import { Argument, type Command } from 'commander';
import type { WholeProgram } from './command-row.ts';
import { addExamples } from './options.ts';

/** What can follow a command on a line. */
interface Candidates {
  /** The words after `site` that select the command, such as `inbox list`; empty for the program itself. */
  path: string;
  /** Sub-commands, fixed values of arguments, and options, each with a description. */
  words: [word: string, description: string][];
  /** The fixed values of options, by option. */
  values: [option: string, values: readonly string[]][];
}

/** Lists what can follow a command and each of its sub-commands. */
function listCandidates(command: Command, path = ''): Candidates[] {
  const options = command.createHelp().visibleOptions(command);
  const own: Candidates = {
    path,
    words: [
      ...command.commands.map((one): [string, string] => [one.name(), one.summary()]),
      ...command.registeredArguments.flatMap(({ argChoices = [], description }) =>
        argChoices.map((choice): [string, string] => [choice, description]),
      ),
      ...options.map(({ long, short, description }): [string, string] => [long ?? short ?? '', description]),
    ],
    values: options.flatMap(({ long, argChoices }): [string, readonly string[]][] =>
      long && argChoices ? [[long, argChoices]] : [],
    ),
  };
  return [own, ...command.commands.flatMap((one) => listCandidates(one, `${path} ${one.name()}`.trim()))];
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the lines that find the path of the selected command; `slice` are the words before the cursor. */
const formatPathSearch = (all: Candidates[], slice: string) => `  local chosen='' word
  for word in ${slice}; do
    case "$chosen $word" in
      ${all
        .filter(({ path }) => path)
        .map(({ path }) => quote(path.includes(' ') ? path : ` ${path}`))
        .join('|')}) chosen="\${chosen:+$chosen }$word" ;;
    esac
  done`;

/** Returns the branches of a `case` for the options with fixed values. */
const formatValues = (all: Candidates[], format: (values: readonly string[]) => string) =>
  all
    .flatMap(({ path, values }) =>
      values.map(([option, choices]) => `    ${quote(`${path} ${option}`)}) ${format(choices)} ;;`),
    )
    .join('\n');

function formatBash(all: Candidates[]): string {
  const branches = all.map(
    ({ path, words }) => `    ${quote(path)}) words=${quote(words.map(([w]) => w).join(' '))} ;;`,
  );
  return `# Completion of site and npx site for bash.
_site() {
  local first=1 words='' current="\${COMP_WORDS[COMP_CWORD]}"
  if [ "\${COMP_WORDS[0]##*/}" = npx ]; then
    if [ "$COMP_CWORD" = 1 ]; then COMPREPLY=($(compgen -W site -- "$current")); return; fi
    [ "\${COMP_WORDS[1]}" = site ] || return
    first=2
  fi
${formatPathSearch(all, `"\${COMP_WORDS[@]:first:COMP_CWORD-first}"`)}
  case "$chosen" in
${branches.join('\n')}
  esac
  case "$chosen \${COMP_WORDS[COMP_CWORD-1]}" in
${formatValues(all, (values) => `words=${quote(values.join(' '))}`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _site site
complete -p npx >/dev/null 2>&1 || complete -o bashdefault -o default -F _site npx
`;
}

function formatZsh(all: Candidates[]): string {
  const format = ([word, description]: [string, string]) => quote(`${word.replaceAll(':', '\\:')}:${description}`);
  const branches = all.map(({ path, words }) => `    ${quote(path)}) candidates=(${words.map(format).join(' ')}) ;;`);
  return `#compdef site
# Completion of site and npx site for zsh.
_site() {
  local first=2
  local -a candidates
  if [[ \${words[1]:t} = npx ]]; then
    if (( CURRENT == 2 )); then compadd site; _files; return; fi
    if [[ \${words[2]} != site ]]; then _files; return; fi
    first=3
  fi
${formatPathSearch(all, `\${words[first,CURRENT-1]}`)}
  case "$chosen \${words[CURRENT-1]}" in
${formatValues(all, (values) => `compadd ${values.map(quote).join(' ')}; return`)}
  esac
  case "$chosen" in
${branches.join('\n')}
  esac
  _describe site candidates
  _files
}
compdef _site site
(( \${+_comps[npx]} )) || compdef _site npx
`;
}

const formats = { bash: formatBash, zsh: formatZsh };

export function defineCompletion(command: Command, program: WholeProgram): void {
  command
    .description(
      'Prints a script by which the shell completes commands and options of site and npx site. Load it in ~/.bashrc or, ' +
        'after compinit, in ~/.zshrc: source <(npx site completion bash)',
    )
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(formats)));
  addExamples(command, ['completion bash > ~/.local/share/bash-completion/completions/site']).action(
    async (shell: keyof typeof formats) => {
      process.stdout.write(formats[shell](listCandidates(await program.create())));
    },
  );
}
