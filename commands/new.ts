import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import { parse } from 'yaml';
import { addExamples } from './options.ts';
import { type AnswerName, type Answers, parseAnswer, questions } from './site-answers.ts';
import { createStarterFiles, placeholderMark } from './starter-files.ts';
import { UsageError } from './usage-error.ts';

type Given = Partial<Record<AnswerName, unknown>>;

async function readAnswersFile(file: string): Promise<Given> {
  const read: unknown = parse(await readFile(file, 'utf8'));
  if (!read || typeof read !== 'object' || Array.isArray(read)) throw new UsageError(`${file} has no answers.`);
  const unknown = Object.keys(read).filter((name) => !questions.some((each) => each.name === name));
  if (unknown.length === 0) return read;
  const names = questions.map(({ name }) => name).join(', ');
  throw new UsageError(`${file} has ${unknown.join(', ')}, which no question asks. It may have: ${names}.`);
}

/** Returns the valid answers of options and file. Throws with every answer that is not valid. */
function parseGiven(given: Given): Partial<Answers> {
  const answers: Partial<Answers> = {};
  const problems: string[] = [];
  for (const { name, option } of questions) {
    if (given[name] === undefined) continue;
    const parsed = parseAnswer(name, given[name]);
    if ('problem' in parsed) problems.push(`${option} ${String(given[name])}: ${parsed.problem}.`);
    else Object.assign(answers, { [name]: parsed.value });
  }
  if (problems.length > 0) throw new UsageError(problems.join('\n'));
  return answers;
}

/** Asks for the missing answers. A wrong one is explained, and asked for again. */
export async function askQuestions(known: Partial<Answers>, input: NodeJS.ReadableStream): Promise<Partial<Answers>> {
  const answers = { ...known };
  const terminal = createInterface({ input, output: process.stdout });
  const lines = terminal[Symbol.asyncIterator]();
  const missing = questions.filter(({ name }) => answers[name] === undefined);
  for (const [index, { name, question, hint }] of missing.entries()) {
    terminal.setPrompt(`${index + 1}/${missing.length} ${question} (${hint}): `);
    while (answers[name] === undefined) {
      terminal.prompt();
      const typed = await lines.next();
      if (typed.done) throw new UsageError('The questions were not answered; nothing was written.');
      const parsed = parseAnswer(name, typed.value);
      if ('value' in parsed) Object.assign(answers, { [name]: parsed.value });
      else process.stdout.write(`  ${parsed.problem}\n`);
    }
  }
  terminal.close();
  return answers;
}

async function write(folder: string, files: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text, { flag: 'wx' });
  }
}

async function runNew(given: string, { answers: file, ...options }: Given & { answers?: string }): Promise<void> {
  const folder = resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new UsageError(`${folder} is not empty. Choose a folder that does not exist yet.`);
  const known = parseGiven({ ...(file ? await readAnswersFile(file) : {}), ...options });
  const missing = questions.filter(({ name }) => known[name] === undefined);
  if (missing.length > 0 && !process.stdin.isTTY)
    throw new UsageError(
      `Nobody can be asked, because this is no terminal. Missing:\n${missing.map(({ option, question, hint }) => `  ${option}  ${question} (${hint})`).join('\n')}`,
    );
  const answers = (missing.length > 0 ? await askQuestions(known, process.stdin) : known) as Answers;
  const files = createStarterFiles(answers);
  await write(folder, files);
  const marked = Object.values(files).join('').split(placeholderMark).length - 1;
  console.log(`Wrote ${Object.keys(files).length} files to ${folder}; ${marked} texts in them begin with ${placeholderMark}
Next:
  npx site check ${given}
  npx site import ${given} --prune`);
}

export function defineNew(command: Command): void {
  command
    .description(
      'Writes a folder of content for another company: its settings, a few pages, and one example of each chosen kind. ' +
        'Asks eight questions on a terminal, except those that options or a file answer. Every text to replace is marked.',
    )
    .argument('<folder>', 'the folder to write, which must be empty or missing')
    .option('--answers <file>', 'a YAML file with answers by their names, such as timeZone');
  for (const { option, question, hint } of questions) command.option(`${option} <text>`, `${question}: ${hint}`);
  addExamples(command, [
    'new our-content',
    'new our-content --answers answers.yaml',
    'new our-content --name "Ada & Sons" --theme broadsheet',
  ]).action(runNew);
}
