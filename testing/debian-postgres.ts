import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { installDebianPackage, isRootOnDebian } from './debian-package.ts';

const debian = '/usr/lib/postgresql';
/** Milliseconds after which a program that has not ended fails. */
const programLimit = 120_000;

/** Returns the folder of the programs of Debian's newest PostgreSQL, 15 or newer. */
function findPrograms(): string | null {
  const versions = existsSync(debian) ? readdirSync(debian).map(Number) : [];
  const newest = versions
    .filter((version) => version >= 15 && existsSync(`${debian}/${version}/bin/initdb`))
    .sort((a, b) => b - a)[0];
  return newest === undefined ? null : `${debian}/${newest}/bin`;
}

/** Debian's PostgreSQL, whose package has more programs than the embedded one. */
export interface DebianPostgres {
  /** The version, as PostgreSQL prints it. */
  version: string;
  /** Lets the programs write to a folder, by making their user its owner. */
  makeWritable(folder: string): void;
  /** Runs one of its programs as the user that its package creates, because PostgreSQL refuses to run as root. */
  run(program: string, ...args: string[]): void;
}

/** Returns Debian's PostgreSQL, which is installed if root runs this. Throws if there is none. */
export function openDebianPostgres(): DebianPostgres {
  if (!findPrograms() && isRootOnDebian) installDebianPackage('postgresql');
  const programs = findPrograms();
  if (!programs) throw new Error('Install Debian\'s package "postgresql" (15 or newer) first.');
  const isRoot = process.getuid?.() === 0;
  const prefix = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : [];
  return {
    version: execFileSync(`${programs}/postgres`, ['--version'], { encoding: 'utf8' }).trim(),
    makeWritable: (folder) => {
      if (isRoot) execFileSync('chown', ['postgres:', folder]);
    },
    run: (name, ...args) => {
      const [program = '', ...words] = [...prefix, `${programs}/${name}`, ...args];
      execFileSync(program, words, { stdio: 'ignore', cwd: '/', timeout: programLimit });
    },
  };
}
