import { AsyncLocalStorage } from 'node:async_hooks';
import { styleText } from 'node:util';

/** Where steps are shown: on a terminal in colours and with a running time, else one line for each step. */
interface Display {
  stream: NodeJS.WriteStream;
  isTerminal: boolean;
}

/** Tells how far a step is, in a few words. */
export type Report = (detail: string) => void;

/** A step that has not ended yet. */
interface RunningStep {
  title: string;
  detail: string;
  started: number;
}

let display: Display | null = null;
let running: RunningStep | null = null;

/** Milliseconds between two updates of the line of a running step. */
const updateInterval = 100;
const titleWidth = 14;

/** Returns whether this process prints for a person, and not for a program; `format` is the setting `LOG_FORMAT`. */
export function isPretty(format: string | undefined): boolean {
  return format === 'pretty' || (format !== 'json' && process.stdout.isTTY === true);
}

/** Shows the steps of this process from now on, or with null no more; the default is to show none. */
export function showSteps(stream: NodeJS.WriteStream | null): void {
  display = stream && { stream, isTerminal: stream.isTTY === true };
}

const watchers = new AsyncLocalStorage<Report>();

/** Runs work, and tells `report` the name of each of its steps, and how far the step is: `Tables 34 of 86`. */
export function watchSteps<T>(report: Report, work: () => Promise<T>): Promise<T> {
  return watchers.run(report, work);
}

/** Formats the time since a moment of `performance.now()`: `0.4 s`. */
function formatTime(started: number): string {
  const seconds = (performance.now() - started) / 1000;
  return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

function formatStep({ title, detail, started }: RunningStep): string {
  return [title.padEnd(titleWidth), detail, formatTime(started)].filter(Boolean).join('  ');
}

function clearRunning({ stream, isTerminal }: Display): void {
  if (isTerminal && running) stream.write('\r\x1b[2K');
}

function drawRunning({ stream, isTerminal }: Display): void {
  if (!isTerminal || !running) return;
  // A line that wraps could not be cleared.
  const line = `  ${formatStep(running)}`.slice(0, Math.max(20, stream.columns || 80) - 1);
  stream.write(`\r\x1b[2K${styleText('dim', line, { stream })}`);
}

/** Prints a text of whole lines above the line of the running step. */
export function printLines(stream: NodeJS.WriteStream, text: string): void {
  if (display) clearRunning(display);
  stream.write(text);
  if (display) drawRunning(display);
}

/**
 * Runs a step of a start or a command, and shows its name, its time and what `report` says: `34 of 86`. On a terminal
 * the line changes while the step runs; elsewhere it is printed at the end. Steps inside a step are not shown.
 */
export async function runStep<T>(title: string, work: (report: Report) => Promise<T>): Promise<T> {
  const shown = display;
  const watcher = watchers.getStore();
  watcher?.(title);
  if (!shown || running) return work((detail) => watcher?.(`${title} ${detail}`));
  const step: RunningStep = { title, detail: '', started: performance.now() };
  running = step;
  drawRunning(shown);
  const updates = shown.isTerminal ? setInterval(() => drawRunning(shown), updateInterval) : undefined;
  const end = (sign: string): void => {
    clearInterval(updates);
    clearRunning(shown);
    running = null;
    shown.stream.write(shown.isTerminal ? `${sign} ${formatStep(step)}\n` : `${formatStep(step)}\n`);
  };
  try {
    const result = await work((detail) => {
      step.detail = detail;
    });
    end(styleText('green', '✓', { stream: shown.stream }));
    return result;
  } catch (error) {
    step.detail = [step.detail, 'failed after'].filter(Boolean).join(' ');
    end(styleText('red', '✗', { stream: shown.stream }));
    throw error;
  }
}
