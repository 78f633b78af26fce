import type { Schematic } from '../../contract/entry-fields.ts';
import { measureText, type Point } from './svg.ts';

export const boxHeight = 92;
const track = 22;
const wordSize = 20;

/** The width and margins of a schematic and the limits of its boxes, in units of its view box. */
export interface SchematicFormat {
  width: number;
  margin: number;
  /** Greatest number of boxes side by side. */
  mostBoxes: number;
  mostBoxWidth: number;
}

export const wideSchematicFormat: SchematicFormat = {
  width: 800,
  margin: 36,
  mostBoxes: Number.POSITIVE_INFINITY,
  mostBoxWidth: 300,
};

/** For phones: text of 20 units is 12 px high where the drawing is 280 px wide. */
export const narrowSchematicFormat: SchematicFormat = { width: 460, margin: 24, mostBoxes: 2, mostBoxWidth: 300 };

/** A node with its place, or the space that a link needs to pass through a rank. */
export interface PlacedNode {
  id: string;
  label: string;
  rank: number;
  /** Position within the rank, from the left. */
  order: number;
  x: number;
  y: number;
  width: number;
  /** Whether this is not a box, but the space for a link that passes through the rank. */
  passage: boolean;
}

/** The line of a link from box to box, with its word. */
export interface LinkPath {
  points: Point[];
  reversed: boolean;
  /** Whether the last segment runs upwards, because the link ends in the rank in which it starts. */
  upwardEnd: boolean;
  word?: { text: string; x: number; y: number };
}

interface LinkSegment {
  from: PlacedNode;
  to: PlacedNode;
  link: number;
}

/** Splits each link into segments between neighbouring ranks, and reserves a passage in the ranks between. */
function splitLinks(schematic: Schematic, ranks: PlacedNode[][]): LinkSegment[] {
  const find = (id: string) => ranks.flat().find((box) => box.id === id) as PlacedNode;
  return schematic.links.flatMap(([a, b], link) => {
    const [one, other] = [find(a), find(b)];
    const [from, to] = one.rank <= other.rank ? [one, other] : [other, one];
    const hops: LinkSegment[] = [];
    let last = from;
    for (let rank = from.rank + 1; rank < to.rank; rank++) {
      const row = ranks[rank] as PlacedNode[];
      const next = { id: `${link}:${rank}`, label: '', rank, order: row.length, x: 0, y: 0, width: 30, passage: true };
      row.push(next);
      hops.push({ from: last, to: next, link });
      last = next;
    }
    hops.push({ from: last, to, link });
    return hops;
  });
}

/**
 * Returns the nodes of each rank: the columns of the data in their order, and a column of more than `most` nodes in
 * several ranks.
 */
function rankNodes({ nodes }: Schematic, most: number): Schematic['nodes'][] {
  const columns = [...new Set(nodes.map((node) => node.column))].sort((a, b) => a - b);
  return columns.flatMap((column) => {
    const own = nodes.filter((node) => node.column === column);
    const count = Math.max(1, Math.ceil(own.length / most));
    const each = Math.ceil(own.length / count);
    return Array.from({ length: count }, (_, i) => own.slice(i * each, (i + 1) * each));
  });
}

/** Orders the boxes by the barycentre method: each box moves to the mean position of its neighbours, in six sweeps. */
function orderBoxes(ranks: PlacedNode[][], hops: LinkSegment[]): void {
  const place = (box: PlacedNode) => (box.order + 0.5) / (ranks[box.rank] as PlacedNode[]).length;
  for (let sweep = 0; sweep < 6; sweep++) {
    const down = sweep % 2 === 0;
    for (const row of down ? ranks : [...ranks].reverse()) {
      const wanted = new Map(
        row.map((box) => {
          const near = hops
            .filter((hop) => (down ? hop.to : hop.from) === box && hop.from.rank !== hop.to.rank)
            .map((hop) => place(down ? hop.from : hop.to));
          return [box, near.length === 0 ? place(box) : near.reduce((sum, at) => sum + at, 0) / near.length];
        }),
      );
      row.sort((a, b) => (wanted.get(a) as number) - (wanted.get(b) as number) || a.order - b.order);
      for (const [order, box] of row.entries()) box.order = order;
    }
  }
}

function setWidths(row: PlacedNode[], { width, margin, mostBoxWidth }: SchematicFormat): void {
  const boxes = row.filter((box) => !box.passage).length;
  const passages = row.length - boxes;
  const gap = row.length > 3 ? 20 : 36;
  const room = width - 2 * margin - gap * (row.length - 1) - passages * 30;
  const boxWidth = boxes === 0 ? 0 : Math.min(mostBoxWidth, room / boxes);
  for (const box of row) if (!box.passage) box.width = boxWidth;
  const used = row.reduce((sum, box) => sum + box.width, 0);
  const space = Math.min(110, (width - 2 * margin - used) / Math.max(1, row.length - 1));
  let x = (width - used - space * (row.length - 1)) / 2;
  for (const box of row) {
    box.x = x;
    x += box.width + space;
  }
}

/** Returns the x coordinate at which a link meets a box. Ends are evenly distributed, in the order of their targets. */
function findPortX(box: PlacedNode, hop: LinkSegment, hops: LinkSegment[], below: boolean): number {
  const flat = hop.from.rank === hop.to.rank;
  const mine = hops.filter((other) =>
    below
      ? other.from === box || (other.to === box && other.from.rank === box.rank)
      : other.to === box && other.from.rank !== box.rank,
  );
  const getCentre = (other: LinkSegment) => {
    const end = other.from === box ? other.to : other.from;
    return end.x + end.width / 2 + (flat && other === hop ? 0.1 : 0);
  };
  mine.sort((a, b) => getCentre(a) - getCentre(b) || a.link - b.link);
  const step = Math.min(64, box.width / (mine.length + 1));
  return box.x + box.width / 2 + (mine.indexOf(hop) - (mine.length - 1) / 2) * step;
}

/** Places the word of a link on the last segment of its hop. */
function placeWord(text: string, x: number, { width, margin }: SchematicFormat): { text: string; x: number } {
  const half = measureText(text, wordSize) / 2 + 8;
  return { text, x: Math.min(Math.max(x, margin / 2 + half), width - margin / 2 - half) };
}

/**
 * Lays out a schematic: boxes in ranks from the top, and links at right angles in the channels between them. Every
 * horizontal segment has a track of its own, so that links never overlap.
 */
export function layOutSchematic(
  schematic: Schematic,
  format = wideSchematicFormat,
): { boxes: PlacedNode[]; routes: LinkPath[]; height: number } {
  const { width } = format;
  const ranks = rankNodes(schematic, format.mostBoxes).map((nodes, rank) =>
    nodes.map(
      (node, order): PlacedNode => ({
        id: node.id,
        label: node.label,
        rank,
        order,
        x: 0,
        y: 0,
        width: 0,
        passage: false,
      }),
    ),
  );
  const hops = splitLinks(schematic, ranks);
  orderBoxes(ranks, hops);
  for (const row of ranks) setWidths(row, format);
  const routes = schematic.links.map(([a, b]): LinkPath => {
    const rank = (id: string) => ranks.findIndex((row) => row.some((box) => box.id === id));
    return { points: [], reversed: rank(a) > rank(b), upwardEnd: rank(a) === rank(b) };
  });
  let y = 44;
  for (const [index, row] of ranks.entries()) {
    for (const box of row) box.y = y;
    y += boxHeight;
    const channel = hops
      .filter((hop) => hop.from.rank === index)
      .map((hop) => {
        const flat = hop.to.rank === index;
        return { hop, flat, x1: findPortX(hop.from, hop, hops, true), x2: findPortX(hop.to, hop, hops, flat) };
      });
    // Links that go right bend in the order from the right, and links that go left from the left, so that they do not
    // cross.
    channel.sort((a, b) => {
      const way = Math.sign(a.x2 - a.x1) - Math.sign(b.x2 - b.x1);
      return way || (a.x2 > a.x1 ? b.x1 - a.x1 : a.x1 - b.x1);
    });
    let at = y + 26;
    const bent = channel.filter((item) => Math.abs(item.x1 - item.x2) > 1);
    const tracks = new Map(bent.map((item, i) => [item, at + i * track]));
    at += bent.length * track;
    const spoken = channel.filter((item) => schematic.links[item.hop.link]?.[2] && item.hop.to.passage === false);
    const lines: { y: number; spans: [number, number][] }[] = [];
    for (const item of spoken.sort((a, b) => a.x2 - b.x2)) {
      const text = schematic.links[item.hop.link]?.[2] as string;
      const word = placeWord(text, item.x2, format);
      const half = measureText(text, wordSize) / 2 + 10;
      const others = channel.filter((other) => other !== item).map((other) => other.x2);
      const clear = (line: { spans: [number, number][] }) =>
        line.spans.every(([low, high]) => word.x + half < low || word.x - half > high);
      let line = lines.find(clear);
      if (!line) {
        line = { y: at + 14 + lines.length * 34, spans: [] };
        lines.push(line);
      }
      const left = others.filter((x) => x < item.x2 && x > word.x - half).length;
      const right = others.filter((x) => x > item.x2 && x < word.x + half).length;
      if (left > 0 && right === 0 && item.x2 + half * 2 < width - 20) word.x = item.x2 + half + 2;
      if (right > 0 && left === 0 && item.x2 - half * 2 > 20) word.x = item.x2 - half - 2;
      line.spans.push([word.x - half, word.x + half]);
      (routes[item.hop.link] as LinkPath).word = { ...word, y: item.flat ? (tracks.get(item) ?? at) : line.y };
    }
    const last = index === ranks.length - 1;
    const depth = channel.length === 0 ? (last ? 0 : 40) : at - y + lines.length * 34 + (last ? 0 : 26);
    const floor = y + depth;
    for (const item of channel) {
      const turn = tracks.get(item);
      const end = item.flat ? y : floor;
      const points: Point[] =
        turn === undefined
          ? [
              [item.x1, y],
              [item.x2, end],
            ]
          : [
              [item.x1, y],
              [item.x1, turn],
              [item.x2, turn],
              [item.x2, end],
            ];
      const through: Point[] = item.hop.to.passage ? [[item.x2, floor + boxHeight]] : [];
      (routes[item.hop.link] as LinkPath).points.push(...points, ...through);
    }
    y = floor;
  }
  return { boxes: ranks.flat().filter((box) => !box.passage), routes, height: y + 24 };
}
