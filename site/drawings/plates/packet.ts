import { createHatchPath, drawCallout, drawDimension, lineWidths, pens } from '../drafting.ts';
import type { Random } from '../seeded-random.ts';
import { createGroup, drawLabel, drawPath, drawRect, measureText, tone } from '../svg.ts';
import type { FamilyDrawing } from './plate-family.ts';

interface ProtocolHeader {
  title: string;
  /** The document that specifies the layout. */
  document: string;
  /** Names and lengths in bits, from the first bit on. */
  fields: [name: string, bits: number][];
  /** The parts of the frame that contains the header, from the outermost inwards. */
  layers: string[];
}

const headers: readonly ProtocolHeader[] = [
  {
    title: 'IPV4 HEADER',
    document: 'RFC 791',
    layers: ['ETH', 'IPV4', 'TCP', 'DATA', 'FCS'],
    fields: [
      ['VER', 4],
      ['IHL', 4],
      ['TOS', 8],
      ['TOTAL LENGTH', 16],
      ['IDENTIFICATION', 16],
      ['FLG', 3],
      ['OFFSET', 13],
      ['TTL', 8],
      ['PROTOCOL', 8],
      ['CHECKSUM', 16],
      ['SOURCE ADDRESS', 32],
      ['DESTINATION ADDRESS', 32],
    ],
  },
  {
    title: 'TCP HEADER',
    document: 'RFC 9293',
    layers: ['ETH', 'IP', 'TCP', 'DATA', 'FCS'],
    fields: [
      ['SOURCE PORT', 16],
      ['DESTINATION PORT', 16],
      ['SEQUENCE NUMBER', 32],
      ['ACKNOWLEDGEMENT', 32],
      ['OFS', 4],
      ['RES', 4],
      ['FLAGS', 8],
      ['WINDOW', 16],
      ['CHECKSUM', 16],
      ['URGENT', 16],
    ],
  },
  {
    title: 'UDP HEADER',
    document: 'RFC 768',
    layers: ['ETH', 'IP', 'UDP', 'DATA', 'FCS'],
    fields: [
      ['SOURCE PORT', 16],
      ['DESTINATION PORT', 16],
      ['LENGTH', 16],
      ['CHECKSUM', 16],
      ['PAYLOAD', 32],
    ],
  },
  {
    title: 'IPV6 HEADER',
    document: 'RFC 8200',
    layers: ['ETH', 'IPV6', 'TCP', 'DATA', 'FCS'],
    fields: [
      ['VER', 4],
      ['CLASS', 8],
      ['FLOW LABEL', 20],
      ['PAYLOAD LENGTH', 16],
      ['NEXT', 8],
      ['HOPS', 8],
      ['SOURCE ADDRESS', 128],
      ['DESTINATION ADDRESS', 128],
    ],
  },
  {
    title: 'DNS HEADER',
    document: 'RFC 1035',
    layers: ['ETH', 'IP', 'UDP', 'DNS', 'FCS'],
    fields: [
      ['ID', 16],
      ['QR', 1],
      ['OPCODE', 4],
      ['AA TC RD RA', 4],
      ['Z', 3],
      ['RCODE', 4],
      ['QDCOUNT', 16],
      ['ANCOUNT', 16],
      ['NSCOUNT', 16],
      ['ARCOUNT', 16],
    ],
  },
  {
    title: 'VXLAN HEADER',
    document: 'RFC 7348',
    layers: ['IP', 'UDP', 'VXLAN', 'FRAME', 'FCS'],
    fields: [
      ['FLAGS', 8],
      ['RESERVED', 24],
      ['NETWORK IDENTIFIER', 24],
      ['RSV', 8],
      ['INNER FRAME', 64],
    ],
  },
  {
    title: 'ICMP ECHO',
    document: 'RFC 792',
    layers: ['ETH', 'IP', 'ICMP', 'DATA', 'FCS'],
    fields: [
      ['TYPE', 8],
      ['CODE', 8],
      ['CHECKSUM', 16],
      ['IDENTIFIER', 16],
      ['SEQUENCE', 16],
      ['DATA', 32],
    ],
  },
  {
    title: 'UUID, VERSION 7',
    document: 'RFC 9562',
    layers: ['ROW', 'KEY', 'UUID', 'NEXT', 'END'],
    fields: [
      ['UNIX TIME, MS', 48],
      ['VER', 4],
      ['RAND A', 12],
      ['VAR', 2],
      ['RAND B', 62],
    ],
  },
];

interface Cell {
  name: string;
  row: number;
  from: number;
  bits: number;
  /** Height in rows; more than 1 only if the field fills each of them. */
  rows: number;
  field: number;
}

/** Places fields in rows of 32 bits. A field that passes the end of a row continues in the next row. */
function layOutFields(fields: ProtocolHeader['fields']): Cell[] {
  let at = 0;
  return fields.flatMap(([name, total], field) => {
    const cells: Cell[] = [];
    for (let left = total; left > 0; ) {
      const bits = Math.min(left, 32 - (at % 32));
      const full = bits === 32 ? Math.floor(left / 32) : 1;
      cells.push({ name, row: Math.floor(at / 32), from: at % 32, bits, rows: full, field });
      at += bits * full;
      left -= bits * full;
    }
    return cells;
  });
}

/** Draws the header of a protocol bit by bit, below the frame that contains it. */
export function drawPacket(random: Random): FamilyDrawing {
  const header = random.pick(headers);
  const cells = layOutFields(header.fields);
  const last = cells.at(-1) as Cell;
  const rows = last.row + last.rows;
  const x = random.pick([84, 100, 116]);
  const bit = random.pick([19, 19.5, 20]);
  const y = 176;
  const h = Math.min(40, 168 / rows);
  const width = bit * 32;
  // The highlighted field ends at the right edge, next to its numbered circle.
  const highlighted = random.pick(cells.filter((cell) => cell.from + cell.bits === 32)).field;
  const slope = random.pick([1, -1] as const);
  let body = '';
  for (const cell of cells) {
    const cx = x + cell.from * bit;
    const cy = y + cell.row * h;
    const w = cell.bits * bit;
    const tall = cell.rows * h;
    for (let r = 1; r < cell.rows; r++)
      body += drawPath(`M${cx} ${Math.round(cy + r * h)}h${w}`, { stroke: tone.line, 'stroke-width': lineWidths.hair });
    const first = cells.find((other) => other.field === cell.field) === cell;
    const isHighlighted = cell.field === highlighted;
    if (/^(RES|RSV|Z$|TOS)/.test(cell.name))
      body += drawPath(createHatchPath(cx, cy, w, h, 6, slope), { stroke: tone.lineStrong, 'stroke-width': 0.8 });
    body += drawRect(cx, cy, w, tall, pens.thin);
    if (isHighlighted)
      body += drawRect(cx + 2.5, cy + 2.5, w - 5, tall - 5, { stroke: tone.accent, 'stroke-width': 2.6 });
    const size = measureText(cell.name, 12) < w - 8 ? 12 : 9;
    if (first && measureText(cell.name, size) < w - 2) {
      const back = /^(RES|RSV|Z$|TOS)/.test(cell.name)
        ? drawRect(
            cx + w / 2 - measureText(cell.name, size) / 2 - 3,
            cy + tall / 2 - 8,
            measureText(cell.name, size) + 6,
            16,
            {
              fill: tone.ground,
              stroke: 'none',
            },
          )
        : '';
      body +=
        back +
        drawLabel(cx + w / 2, cy + tall / 2 + size * 0.36, cell.name, {
          size,
          anchor: 'middle',
          fill: isHighlighted ? tone.accent : tone.ink,
        });
    }
  }
  let ruler = '';
  for (let i = 0; i <= 32; i++) ruler += `M${x + i * bit} ${y - 3}v${i % 8 === 0 ? -12 : -6}`;
  const words = [0, 8, 16, 24, 31].map((i) =>
    drawLabel(x + (i + 0.5) * bit, y - 20, String(i), { size: 10, anchor: 'middle' }),
  );
  const offsets = Array.from({ length: rows }, (_, r) =>
    drawLabel(x - 12, y + r * h + h / 2 + 4, String(r * 4), { size: 10, anchor: 'end' }),
  );
  // The whole frame is above the table. Dashed lines lead from the layer that the table shows down to the table.
  const shares = header.layers.map((name) =>
    name === 'DATA' || name === 'FRAME' ? random.between(2.4, 4.2) : random.between(0.9, 1.4),
  );
  const sum = shares.reduce((a, b) => a + b, 0);
  const shownLayer = Math.max(
    1,
    header.layers.findIndex((name) => header.title.startsWith(name)),
  );
  let at = x;
  let strip = '';
  for (const [i, name] of header.layers.entries()) {
    const w = ((shares[i] as number) / sum) * width;
    if (name === 'DATA' || name === 'FRAME' || name === 'FCS')
      strip += drawPath(createHatchPath(at, 66, w, 38, 7, slope), {
        stroke: tone.line,
        'stroke-width': lineWidths.hair,
      });
    strip += drawRect(at, 66, w, 38, {
      'stroke-width': i === shownLayer ? lineWidths.thick : lineWidths.thin,
      fill: i === shownLayer ? tone.ground : undefined,
    });
    strip += drawLabel(at + w / 2, 89, name, {
      size: 12,
      anchor: 'middle',
      fill: i === shownLayer ? tone.ink : tone.inkSoft,
    });
    if (i === shownLayer)
      strip += drawPath(`M${x} ${y - 34}L${Math.round(at)} 104M${x + width} ${y - 34}L${Math.round(at + w)} 104`, {
        stroke: tone.lineStrong,
        'stroke-width': lineWidths.hair,
        'stroke-dasharray': '6 4',
      });
    at += w;
  }
  const target = cells.find((cell) => cell.field === highlighted && cell.from + cell.bits === 32) as Cell;
  const payload = /^(PAYLOAD|DATA|INNER FRAME)$/;
  const total = header.fields.reduce((bits, [name, length]) => bits + (payload.test(name) ? 0 : length), 0);
  const end = y + rows * h;
  const middle = y + (target.row + target.rows / 2) * h;
  return {
    title: `${header.title}, ${header.document}`,
    scale: `${total / 8} BYTES`,
    body: createGroup(
      {},
      drawDimension([x, 50], [x + width, 50], `${random.pick([64, 128, 512, 1280, 1500])} bytes`, { reach: 14 }),
      strip,
      drawPath(ruler, pens.hair),
      words.join(''),
      offsets.join(''),
      body,
      end < 342 ? drawDimension([x, end + 26], [x + 8 * bit, end + 26], '8 bits', { reach: -22 }) : '',
      drawCallout(1, [x + width + 34, middle], [x + width - 8, middle]),
    ),
  };
}
