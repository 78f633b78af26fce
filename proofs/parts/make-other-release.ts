import { execFile, execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../../server/folders.ts';

const run = promisify(execFile);

/** The migration of the other release. Earlier servers can go on with a new column. */
const migration = 'alter table entries add column next_release text;\n';

/** Changes code that every page loads, so that all scripts of the other release have other names. */
export async function changeSources(folder: string): Promise<void> {
  const file = join(folder, 'site/hydration/hydrate.tsx');
  await writeFile(file, `${await readFile(file, 'utf8')}\nperformance.mark('next-release');\n`);
  await writeFile(join(folder, 'api/db/migrations/9999_next_release.sql'), migration);
}

/** Builds another release of the project in a folder of its own, with other scripts and one more migration. */
export async function makeOtherRelease(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const listed = execFileSync('git', ['ls-files'], { cwd: projectFolder, encoding: 'utf8' });
  const folders = new Set(listed.split('\n').flatMap((file) => file.split('/', 1)[0] || []));
  for (const name of folders) await cp(join(projectFolder, name), join(folder, name), { recursive: true });
  // Packages are linked instead of copied, because they are many and do not change.
  await run('cp', ['-al', join(projectFolder, 'node_modules'), folder]);
  await changeSources(folder);
  await run(process.execPath, ['server/build.ts'], { cwd: folder });
}
