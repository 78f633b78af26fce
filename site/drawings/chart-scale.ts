import type { DataSheet } from '../../contract/content/entry-fields.ts';

export interface Scale {
  /** The least and the greatest value of the axis. */
  low: number;
  high: number;
  ticks: number[];
  /** Returns the position of a value on the axis, from 0 to 1. On a logarithmic scale, zero and less are at 0. */
  at(value: number): number;
  /** Whether the axis does not begin at zero. */
  isBroken: boolean;
}

export interface Series {
  name: string;
  values: number[];
}

/** Returns the columns after the first, each with its values in the order of the rows. */
export function listSeries(sheet: DataSheet): Series[] {
  return sheet.columns.slice(1).map((name, i) => ({ name, values: sheet.rows.map((row) => Number(row[i + 1])) }));
}

export function listRowLabels(sheet: DataSheet): string[] {
  return sheet.rows.map((row) => String(row[0]));
}

const plain = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 15, useGrouping: true });

/** Formats a value with all its digits: `1234567.8` → `1,234,567.8`. */
export function formatFigure(value: number): string {
  return plain.format(value);
}

/** Formats the value of a tick, shortened from a million on: `4000000` → `4 M`. */
export function formatTick(value: number): string {
  const steps: [number, string][] = [
    [1e12, ' T'],
    [1e9, ' G'],
    [1e6, ' M'],
  ];
  const step = steps.find(([size]) => Math.abs(value) >= size);
  return step
    ? formatFigure(Number((value / step[0]).toPrecision(6))) + step[1]
    : formatFigure(Number(value.toPrecision(6)));
}

/** Returns a step of 1, 2, 2.5, 5 or 10 times a power of ten, so that about `wanted` steps make up `span`. */
function roundStep(span: number, wanted: number): number {
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const unit = rough / power;
  return power * (unit <= 1 ? 1 : unit <= 2 ? 2 : unit <= 2.5 ? 2.5 : unit <= 5 ? 5 : 10);
}

function createLinearScale(values: number[], fromZero: boolean, steps: number): Scale {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const zero = fromZero || least < 0.5 * most || least === most;
  const [min, max] = zero ? [Math.min(0, least), Math.max(0, most)] : [least, most];
  const step = roundStep(max - min || 1, steps);
  // Rounded, because 0.1 + 0.2 is not 0.3 in floating point.
  const computeMultiple = (count: number) => Number((count * step).toPrecision(12));
  const lowest = Math.floor(min / step + 1e-9);
  // A point on the axis would look like zero, so an axis that does not begin at zero begins one step lower.
  const first = !zero && lowest > 1 && min - lowest * step < step * 0.3 ? lowest - 1 : lowest;
  const last = Math.max(Math.ceil(max / step - 1e-9), lowest + 1);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) => computeMultiple(first + i));
  const [low, high] = [computeMultiple(first), computeMultiple(last)];
  return { low, high, ticks, isBroken: low > 0, at: (value) => (value - low) / (high - low) };
}

function createLogarithmicScale(values: number[]): Scale {
  const positive = values.filter((value) => value > 0);
  const least = positive.length === 0 ? 1 : Math.min(...positive);
  const first = Math.floor(Math.log10(least) + 1e-9) - (Number.isInteger(Math.log10(least)) ? 1 : 0);
  const last = Math.max(Math.ceil(Math.log10(positive.length === 0 ? 10 : Math.max(...positive)) - 1e-9), first + 1);
  const every = Math.ceil((last - first) / 6);
  const ticks: number[] = [];
  for (let power = first; power <= last; power += every) ticks.push(Number(`1e${power}`));
  return {
    low: 10 ** first,
    high: 10 ** last,
    ticks,
    isBroken: true,
    at: (value) => (value <= 0 ? 0 : Math.max(0, (Math.log10(value) - first) / (last - first))),
  };
}

/**
 * Creates the scale of a sheet, with about `steps` steps if it is linear. A scale includes zero if lengths show values.
 * Only lines show none, so their scale may begin above zero.
 */
export function createScale(sheet: DataSheet, steps = 5): Scale {
  const values = listSeries(sheet).flatMap((series) => series.values);
  return sheet.scale === 'log'
    ? createLogarithmicScale(values)
    : createLinearScale(values, sheet.kind !== 'line', steps);
}
