import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { findBreakingStatements, hasDeclaration } from '../api/db/find-breaking-statements.ts';
import { commandTable } from '../commands/table.ts';
import { benches, proofs } from '../proofs/list.ts';

// Checks what the compiler and the linter do not: file sizes, long comments, imports between pages and between the
// rooms of the API, private names of libraries, classes that no stylesheet defines, migrations that break earlier
// servers, missing files in documents, and conflict markers of an unfinished merge. The import rule between folders is
// in biome.json.

const longestFile = 300;
const longestComment = 120;
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
const files = listed.split('\n').filter((file) => file && existsSync(file));
const problems: string[] = [];

const isCode = (file: string) => /\.(?:ts|tsx|css|sql)$/.test(file);
const isTest = (file: string) => /\.test\.tsx?$|^(?:e2e|proofs|testing)\//.test(file);

// A line of seven equals signs underlines a heading in Markdown, so only the outer marks are searched for.
const markSearch = ['grep', '-nIE', '--untracked', '^(<{7}|[|]{7}|>{7})( |$)'];
const marks = spawnSync('git', markSearch, { encoding: 'utf8' }).stdout;
for (const mark of marks.split('\n').filter(Boolean)) problems.push(`${mark}: this is a conflict marker of a merge`);

const lengths = files
  .filter((file) => isCode(file) && !isTest(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
  .sort((a, b) => a.lines - b.lines);
for (const { file, lines } of lengths) {
  if (lines > longestFile) problems.push(`${file}: ${lines} lines; none is over ${longestFile}`);
}

// Biome wraps code at the same width, but no comments.
for (const file of files.filter((name) => /\.(?:ts|tsx|css)$/.test(name) && !name.startsWith('testing/clipboard/'))) {
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line.length > longestComment && /^\s*(?:\/\/|\/?\*)(?! biome-ignore)/.test(line))
      problems.push(`${file}:${at + 1}: the comment has ${line.length} columns; none is over ${longestComment}`);
  }
}

// Private names of libraries change without notice. None is imported. A private property is used in one file at most.
const privateNames: Readonly<Record<string, string | null>> = {
  UNSAFE_: null,
  unstable_: null,
  _handle: 'api/http/count-sent-bytes.ts',
};
for (const file of files.filter((name) => /\.tsx?$/.test(name) && !name.endsWith('verify.ts'))) {
  const text = readFileSync(file, 'utf8');
  for (const [name, adapter] of Object.entries(privateNames)) {
    if (file !== adapter && new RegExp(`\\b${name}`).test(text))
      problems.push(`${file}: uses ${name}, a private name of a library, outside of its adapter`);
  }
}

/** Returns the paths of our files that a source imports. */
function listImports(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g);
  return [...specifiers].map(([, specifier]) => normalize(join(dirname(file), specifier ?? '')));
}

const getPage = (file: string) => /^site\/pages\/([\w-]+)\//.exec(file)?.[1];
for (const file of files.filter((name) => /\.tsx?$/.test(name) && getPage(name))) {
  for (const target of listImports(file)) {
    const other = getPage(target);
    if (other && other !== getPage(file))
      problems.push(`${file}: imports the page ${other}; what two pages show belongs to site/parts`);
  }
}

const getRoom = (file: string) => /^api\/(\w+)\//.exec(file)?.[1];
for (const file of files.filter((name) => name.endsWith('.ts') && getRoom(name) && !isTest(name))) {
  const room = getRoom(file);
  for (const target of listImports(file)) {
    const other = getRoom(target);
    if (!other || other === room) continue;
    if (other === 'http') problems.push(`${file}: imports ${target}; only the transport knows the transport`);
    else if (basename(target) !== 'index.ts' && !(room === 'http' && basename(target) === 'handlers.ts'))
      problems.push(`${file}: imports ${target}; api/${other}/index.ts lists what other rooms may import`);
  }
}

for (const file of files.filter((name) => name.endsWith('.tsx'))) {
  const text = readFileSync(file, 'utf8');
  for (const [, name = '', sheet = ''] of text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)) {
    const rules = readFileSync(join(dirname(file), sheet), 'utf8');
    for (const [, used] of text.matchAll(new RegExp(`(?<![/-])\\b${name}\\.(\\w+)`, 'g'))) {
      if (!new RegExp(`\\.${used}\\b`).test(rules))
        problems.push(`${file}: uses the class ${used}, which ${sheet} does not define`);
    }
  }
}

const released = new Set(
  files
    .filter((file) => /^testing\/releases\/[^/]+\/manifest\.json$/.test(file))
    .flatMap((file) => (JSON.parse(readFileSync(file, 'utf8')) as { migrations: { name: string }[] }).migrations)
    .map(({ name }) => name),
);
for (const file of files.filter((name) => name.startsWith('api/db/migrations/') && !released.has(basename(name)))) {
  const sql = readFileSync(file, 'utf8');
  if (hasDeclaration(sql)) continue;
  for (const found of findBreakingStatements(sql))
    problems.push(
      `${file}: ${found}. A server of the earlier release may fail; begin a comment line with "-- Not additive: ", or with "-- Additive: " and the reason why it does not.`,
    );
}

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
for (const file of files.filter(
  (name) => (name.endsWith('.md') && !/^(?:content|examples)\//.test(name)) || name === 'content/README.md',
)) {
  const text = readFileSync(file, 'utf8');
  for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g)) {
    if (!scripts[script]) problems.push(`${file}: names the script ${script}, which package.json does not define`);
  }
  for (const [, command = ''] of text.matchAll(/npx site ([a-z][\w-]*)/g)) {
    if (!commandTable.some(({ name }) => name === command))
      problems.push(`${file}: names the command site ${command}, which does not exist`);
  }
  for (const [, kind, name = ''] of text.matchAll(/npm run (prove|bench) -- ([a-z][\w-]*)/g)) {
    if (name !== 'all' && !(kind === 'prove' ? proofs : benches)[name])
      problems.push(`${file}: names the ${kind} ${name}, which proofs/list.ts does not have`);
  }
  for (const [, target = ''] of text.matchAll(/\]\((?!https?:|mailto:|#|media\/)([^)#\s]+)/g)) {
    if (!existsSync(join(dirname(file), target))) problems.push(`${file}: links to ${target}, which does not exist`);
  }
  for (const [, path = ''] of text.matchAll(
    /`((?:api|contract|site|studio|server|commands|tasks|testing|e2e|proofs|docs|content)\/[\w./@-]+)`/g,
  )) {
    if (!existsSync(path.replace(/\/$/, ''))) problems.push(`${file}: names ${path}, which does not exist`);
  }
}

const middle = lengths[Math.floor(lengths.length / 2)]?.lines;
const high = lengths[Math.floor(lengths.length * 0.9)]?.lines;
console.log(
  `${lengths.length} files: median ${middle}, 90th percentile ${high}, longest ${lengths.at(-1)?.lines} lines`,
);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
