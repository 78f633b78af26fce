import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { printLines, runStep, showSteps } from './steps.ts';

afterEach(() => showSteps(null));

/** Opens a stream as a terminal or a file, and returns what its reader sees in the end. */
function openStream(isTTY: boolean, columns = 80) {
  const stream = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    isTTY,
    columns,
  }) as unknown as NodeJS.WriteStream;
  showSteps(stream);
  const read = () => String((stream as unknown as PassThrough).read() ?? '');
  return { stream, read };
}

/** Returns the lines that a terminal shows, with times replaced by `0 s`. */
function render(text: string): string[] {
  const lines = text.split('\n').map((line) => line.slice(line.lastIndexOf('\r') + 1));
  return lines.map((line) => stripVTControlCharacters(line).replace(/[\d.]+ s$/, '0 s'));
}

it('replaces the line of a running step on a terminal, and prints other lines above it', async () => {
  const { stream, read } = openStream(true);
  const seen: string[] = [];
  await runStep('Content', async (report) => {
    report('34 of 86');
    printLines(stream, 'a line of the log\n');
    seen.push(read());
    report('86 of 86');
  });
  expect(render(seen.join(''))).toEqual(['a line of the log', '  Content         34 of 86  0 s']);
  expect(render(read())).toEqual(['✓ Content         86 of 86  0 s', '']);
});

it('never draws a line that wraps on a narrow terminal', async () => {
  const { read } = openStream(true, 24);
  await runStep('Content', async () => undefined);
  const drawn = read().split('\r');
  expect(Math.max(...drawn.slice(0, -1).map((line) => stripVTControlCharacters(line).trimEnd().length))).toBeLessThan(
    24,
  );
});

it('prints one line for each step elsewhere, without those inside it, and says which step failed', async () => {
  const { read } = openStream(false);
  await runStep('Database', () => runStep('Inner', async () => undefined));
  await expect(runStep('Tables', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  expect(render(read())).toEqual(['Database        0 s', 'Tables          failed after  0 s', '']);
});

it('prints nothing unless the steps are shown', async () => {
  const { read } = openStream(false);
  showSteps(null);
  expect(await runStep('Database', async () => 5)).toBe(5);
  expect(read()).toBe('');
});
