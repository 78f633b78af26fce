import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { formatCount } from '../contract/content/number-text.ts';
import { projectFolder } from '../server/folders.ts';
import { benches, type Proof, proofs } from './list.ts';

// Runs a proof or a bench by its name, with its arguments. `--list` prints the names; `all` runs the short form of each
// proof one after the other, and ends with the line "N passed, N failed". `all --results FILE` also writes the counts.

const [kind = '', name = '', ...words] = process.argv.slice(2);
const isBench = kind === 'bench';
const noun = isBench ? 'bench' : 'proof';
const table = isBench ? benches : proofs;

function run(proof: string, args: readonly string[]): boolean {
  const file = `proofs/${isBench ? 'bench/' : ''}${proof}.ts`;
  const { status } = spawnSync(process.execPath, [file, ...args], { cwd: projectFolder, stdio: 'inherit' });
  return status === 0;
}

function printList(): void {
  for (const [each, { shows, short, whyLeftOut }] of Object.entries(table)) {
    const note = short ? `  [all: ${[each, ...short].join(' ')}]` : whyLeftOut ? `  [not in all: ${whyLeftOut}]` : '';
    console.log(`${each.padEnd(16)} ${shows}${note}`);
  }
}

function runAll(): void {
  const failed: string[] = [];
  const chosen = Object.entries(table).filter((each): each is [string, Proof & { short: string[] }] => !!each[1].short);
  for (const [each, { short }] of chosen) {
    console.log(`\n> ${kind} ${[each, ...short].join(' ')}`);
    const started = performance.now();
    if (!run(each, short)) failed.push(each);
    console.log(`${each} took ${Math.round((performance.now() - started) / 1_000)} s`);
  }
  const counts = { passed: chosen.length - failed.length, failed: failed.length };
  const [option, file] = words;
  if (option === '--results' && file) writeFileSync(file, JSON.stringify({ ...counts, failures: failed }));
  if (failed.length > 0) console.log(`\nFailed: ${failed.join(', ')}`);
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

if (name === '--list') printList();
else if (name === 'all' && !isBench) runAll();
else if (table[name]) process.exitCode = run(name, words) ? 0 : 1;
else {
  console.error(
    `${name ? `There is no ${noun} "${name}".` : `Which ${noun}?`} There are ${formatCount(Object.keys(table).length, 'name')}:\n`,
  );
  printList();
  process.exitCode = 2;
}
