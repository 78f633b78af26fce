import { drawCallout, drawDimension, lineWidths, pens } from '../drafting.ts';
import type { Random } from '../seeded-random.ts';
import {
  type Attributes,
  createGroup,
  createPathData,
  drawLabel,
  drawLine,
  drawPath,
  drawPolyline,
  formatCoordinate,
  type Point,
  tone,
} from '../svg.ts';
import type { FamilyDrawing } from './plate-family.ts';

const [left, right, top] = [128, 752, 66];

/**
 * Draws a signal across the sheet. `y` is its low level, `h` its height, `tick` the length of a unit of time, and
 * `attributes` are those of its lines.
 */
type Signal = (y: number, h: number, tick: number, random: Random, attributes: Attributes) => string;

function createClock(period: number): Signal {
  return (y, h, tick, _random, attributes) => {
    let d = `M${left} ${y}`;
    const half = (tick * period) / 2;
    for (let x = left; x + half * 2 <= right + 1; x += half * 2)
      d += `h${formatCoordinate(half * 0.5)}v${-h}h${formatCoordinate(half)}v${h}h${formatCoordinate(half * 0.5)}`;
    return drawPath(d, attributes);
  };
}

function drawLevels(y: number, h: number, tick: number, random: Random, attributes: Attributes): string {
  const points: Point[] = [[left, y]];
  let high = false;
  for (let x = left + tick * random.int(1, 3); x < right - tick; x += tick * random.int(1, 4)) {
    points.push([x, high ? y - h : y], [x + 5, high ? y : y - h]);
    high = !high;
  }
  points.push([right, high ? y - h : y]);
  return drawPolyline(points, attributes);
}

function drawBus(y: number, h: number, tick: number, random: Random, attributes: Attributes): string {
  let body = '';
  let x = left;
  while (x < right - tick) {
    const width = Math.min(tick * random.int(2, 5), right - x);
    const idle = random.chance(0.2);
    if (idle) body += drawLine(x, y - h / 2, x + width, y - h / 2, attributes);
    else {
      body += drawPath(
        createPathData(
          [
            [x, y - h / 2],
            [x + 6, y - h],
            [x + width - 6, y - h],
            [x + width, y - h / 2],
            [x + width - 6, y],
            [x + 6, y],
          ],
          true,
        ),
        { ...attributes, fill: tone.ground },
      );
      const word =
        width > 96
          ? `0x${random.int(4096, 65535).toString(16).toUpperCase()}`
          : random.int(16, 255).toString(16).toUpperCase();
      if (width > 40) body += drawLabel(x + width / 2, y - h / 2 + 4, word, { size: 10, anchor: 'middle' });
    }
    x += width;
  }
  return body;
}

function drawAnalogueSignal(y: number, h: number, _tick: number, random: Random, attributes: Attributes): string {
  const points: Point[] = [];
  const [cycles, decay, at] = [random.between(5, 12), random.between(1.2, 4), random.between(0.05, 0.3)];
  for (let i = 0; i <= 150; i++) {
    const t = i / 150;
    const value = t < at ? 0 : Math.exp(-(t - at) * decay) * Math.sin((t - at) * cycles * 2 * Math.PI);
    points.push([left + t * (right - left), y - h / 2 - value * h * 0.75]);
  }
  return (
    drawPolyline(points, attributes) +
    drawLine(left, y - h / 2, right, y - h / 2, { stroke: tone.line, 'stroke-width': lineWidths.hair })
  );
}

function drawRamp(y: number, h: number, tick: number, random: Random, attributes: Attributes): string {
  const points: Point[] = [[left, y]];
  let x = left;
  while (x < right - 1) {
    const width = Math.min(right - x, tick * random.int(2, 6));
    points.push([x + width, y - h * random.between(0.6, 1)], [x + width, y - h * random.between(0, 0.25)]);
    x += width;
  }
  return drawPolyline(points.slice(0, -1), attributes);
}

const sheets = [
  { title: 'TIMING, WRITE AND FLUSH', unit: 'ms', names: ['CLK', 'WRITE', 'ADDR', 'DATA', 'FLUSH', 'ACK', 'LOAD'] },
  { title: 'TIMING, REQUEST', unit: 'ms', names: ['TICK', 'SYN', 'TLS', 'BODY', 'QUEUE', 'REPLY', 'WAIT'] },
  { title: 'TIMING, LEASE', unit: 's', names: ['CLOCK', 'HOLD', 'TERM', 'LOG', 'RENEW', 'LEAD', 'DRIFT'] },
  { title: 'TIMING, BUS CYCLE', unit: 'ns', names: ['CLK', 'CS', 'A0-15', 'D0-7', 'RDY', 'IRQ', 'VCC'] },
] as const;

/** Draws signals on one time scale, with two cursors and the time between them. */
export function drawTiming(random: Random): FamilyDrawing {
  const sheet = random.pick(sheets);
  const count = random.int(5, 7);
  const tick = random.pick([20, 24, 26, 31.2]);
  const pitch = (348 - top) / count;
  const h = Math.min(30, pitch * 0.56);
  const order = [
    createClock(random.pick([1, 2])),
    ...random
      .shuffle<Signal>([drawLevels, drawBus, drawAnalogueSignal, drawLevels, drawBus, drawRamp])
      .slice(0, count - 1),
  ];
  const highlighted = random.int(1, count - 1);
  let ruler = `M${left} ${top - 10}H${right}`;
  for (let x = left, i = 0; x <= right + 0.1; x += tick, i++)
    ruler += `M${formatCoordinate(x)} ${top - 10}v${i % 5 ? -5 : -11}`;
  const a = left + tick * random.int(4, 8);
  const b = Math.min(a + tick * random.int(6, 12), 516);
  const cursors = [a, b].map((x) =>
    drawLine(x, top - 4, x, 366, { stroke: tone.note, 'stroke-width': lineWidths.hair, 'stroke-dasharray': '6 4' }),
  );
  const rows = order.map((drawSignal, i) => {
    const y = top + i * pitch + pitch * 0.5 + h / 2 + 4;
    const attributes: Attributes =
      i === highlighted ? { stroke: tone.accent, 'stroke-width': 2.8 } : { 'stroke-width': 1.7 };
    return (
      drawLabel(left - 16, y - h / 2 + 4, sheet.names[i] as string, {
        size: 12,
        anchor: 'end',
        fill: i === highlighted ? tone.accent : tone.ink,
      }) +
      drawLine(32, y + (pitch - h) / 2, right, y + (pitch - h) / 2, {
        stroke: tone.line,
        'stroke-width': lineWidths.hair,
      }) +
      drawSignal(y, h, tick, random, attributes)
    );
  });
  const rowY = top + highlighted * pitch + pitch * 0.5;
  return {
    title: sheet.title,
    scale: `${formatCoordinate(random.pick([1, 2, 5, 10]))} ${sheet.unit}/DIV`,
    body: createGroup(
      {},
      drawPath(ruler, pens.hair),
      rows.join(''),
      cursors.join(''),
      drawDimension([a, 374], [b, 374], `${random.int(12, 480)} ${sheet.unit}`),
      drawCallout(1, [b + 30, rowY - 14], [b, rowY + 4]),
      drawLabel(left, 40, '0', { size: 10, anchor: 'middle' }),
      drawLabel(right, 40, `t / ${sheet.unit}`, { size: 10, anchor: 'end' }),
    ),
  };
}
