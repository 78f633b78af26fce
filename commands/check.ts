import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { importContent } from '../api/content/import-export/import.ts';
import { ContentError, type ContentProblem, listFiles } from '../api/content/import-export/problems.ts';
import { type ContentSources, readContent } from '../api/content/import-export/read.ts';
import { migrate } from '../api/db/migrate.ts';
import { entryTypeNames, getEntryType } from '../contract/content/entry-types.ts';
import { openScratch } from '../server/backup/open-scratch.ts';
import { runStep } from '../server/process/steps.ts';
import { addExamples, addQuietOption } from './options.ts';
import { placeholderMark } from './starter-files.ts';
import { withConnection } from './with-database.ts';

async function listTextFiles(folder: string): Promise<string[]> {
  const folders = ['team', ...entryTypeNames.map((type) => getEntryType(type).folder)];
  const inFolders = await Promise.all(
    folders.map(async (name) => (await listFiles(join(folder, name))).map((file) => `${name}/${file}`)),
  );
  return [...(await listFiles(folder, '.yaml')), ...inFolders.flat()];
}

/** Returns each text that `site new` has marked and nobody has replaced. */
async function findPlaceholders(folder: string): Promise<ContentProblem[]> {
  const found = (await listTextFiles(folder)).map(async (file) => {
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n');
    return lines.flatMap((text, index) =>
      text
        .split(placeholderMark)
        .slice(1)
        .map((rest) => ({
          file,
          line: index + 1,
          field: '',
          message: `is to be replaced: ${rest.split(']', 1)[0]?.trim()}`,
        })),
    );
  });
  return (await Promise.all(found)).flat();
}

/** Returns the pictures that nobody has described. */
function findUndescribedPictures({ media }: ContentSources): ContentProblem[] {
  return media
    .filter(({ name, description }) => !/-narrow\.svg$/.test(name) && (description?.alt ?? null) === null)
    .map(({ name }) => ({
      file: `media/${name}`,
      line: 1,
      field: '',
      message: 'has no alternative text; write it in media.yaml, or "" if the picture is decorative',
    }));
}

/** Imports a folder into a temporary database. Returns what the import refuses. */
async function findImportProblems(folder: string): Promise<ContentProblem[]> {
  const place = await mkdtemp(join(tmpdir(), 'site-check-'));
  let problems: ContentProblem[] = [];
  await withConnection(
    async (signal) => {
      const { database } = await runStep('Database', () => openScratch(place, signal));
      await migrate(database.config);
      return database;
    },
    async (database) => {
      await runStep('Content', (report) => importContent(database, folder, { report })).catch((error: unknown) => {
        if (!(error instanceof ContentError)) throw error;
        problems = error.problems;
      });
    },
  );
  return problems;
}

/** Returns everything that is to be done in a folder of content, in the order of its files. */
export async function checkContent(
  folder: string,
  findRefused: (folder: string) => Promise<ContentProblem[]> = findImportProblems,
): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = [];
  const content = await readContent(folder, problems);
  // A file that cannot be read is refused before its links are followed.
  if (problems.length === 0) problems.push(...(await findRefused(folder)));
  problems.push(...(await findPlaceholders(folder)), ...findUndescribedPictures(content));
  return problems.sort((a, b) => Number(a.file > b.file) - Number(a.file < b.file) || a.line - b.line);
}

async function runCheck(given: string): Promise<void> {
  const folder = resolve(given);
  const problems = await checkContent(folder);
  for (const { file, line, field, message } of problems)
    console.log(`${file}:${line} ${field ? `${field}: ` : ''}${message}`);
  if (problems.length === 0) return console.log(`${folder} is complete.`);
  console.error(`${problems.length} to do in ${folder}`);
  process.exitCode = 1;
}

export function defineCheck(command: Command): void {
  command
    .description(
      'Lists what is to be done in a folder of content, each as file:line message: texts that site new has marked, ' +
        'broken links, missing alternative texts, and all that an import would refuse. Imports the folder into a ' +
        'temporary database. Ends with 1 if there is anything to do.',
    )
    .argument('[folder]', 'the folder to check', 'content');
  addExamples(addQuietOption(command), ['check', 'check our-content']).action(runCheck);
}
