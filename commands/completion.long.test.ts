import { spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, it } from 'vitest';
import { installDebianPackage, isRootOnDebian } from '../testing/debian-package.ts';
import { runSiteCommand } from '../testing/run-site.ts';
import { commandTable } from './table.ts';

const lines: [line: string[], expected: string[]][] = [
  [['site', 'verify'], ['verify-backup']],
  [
    ['site', 'inbox', 're'],
    ['release', 'reopen'],
  ],
  [['site', 'inbox', 'list', '--q'], ['--quarantined']],
  [
    ['site', 'inbox', 'list', '--kind', 'CON'],
    ['CONSULTATION', 'CONTACT'],
  ],
  [['site', 'restore', 's3://backups/site', '--se'], ['--send-mails']],
  [
    ['site', 'completion', ''],
    ['--help', 'bash', 'zsh'],
  ],
  [
    ['npx', 'site', 'privacy', 'e'],
    ['erase', 'export'],
  ],
  [['npx', 'si'], ['site']],
  [['npx', 'vitest', 'in'], []],
];

describe('the completion of bash', () => {
  let script: string;
  beforeAll(async () => {
    script = (await runSiteCommand('completion', 'bash')).output;
  });

  function complete(words: string[]): string[] {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const input = `${script}\nCOMP_WORDS=(${quoted}) COMP_CWORD=${words.length - 1}\n_site\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout, stderr } = spawnSync('bash', ['-eu'], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').filter(Boolean).sort();
  }

  it.each(lines)('completes %j', (words, expected) => {
    expect(complete(words)).toEqual(expected);
  });

  it('lists every command', () => {
    expect(complete(['site', ''])).toEqual([...commandTable.map(({ name }) => name), '--help'].sort());
  });
});

if (spawnSync('which', ['zsh']).status !== 0 && isRootOnDebian) installDebianPackage('zsh');

describe.skipIf(spawnSync('which', ['zsh']).status !== 0)('the completion of zsh', () => {
  // What the completion system of zsh defines: these print the candidates, and none offers files.
  const system = `compdef() { }; _files() { }
compadd() { print -l -- "$@" }
_describe() { local -a all=("\${(@P)2}"); print -l -- "\${(@)all%%:*}" }
typeset -A _comps`;
  let script: string;
  beforeAll(async () => {
    script = (await runSiteCommand('completion', 'zsh')).output;
  });

  it.each(lines)('completes %j', (words, expected) => {
    const quoted = words.map((word) => `'${word}'`).join(' ');
    const input = `${system}\n${script}\nwords=(${quoted}) CURRENT=${words.length}\n_site`;
    const { stdout, stderr } = spawnSync('zsh', ['-f'], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    const last = words.at(-1) ?? '';
    // The system of zsh leaves only the candidates that begin with the typed letters.
    const found = stdout.split('\n').filter((word) => word !== '' && word.startsWith(last));
    expect(found.sort()).toEqual(expected);
  });
});

it('refuses another shell', async () => {
  const { code, errors } = await runSiteCommand('completion', 'fish');
  expect([code, errors]).toEqual([1, expect.stringContaining('Allowed choices are bash, zsh.')]);
});
