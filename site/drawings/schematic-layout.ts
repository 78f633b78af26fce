import type { Schematic } from '../../contract/content/entry-fields.ts';
import { measureText, type Point } from './svg.ts';

export const boxHeight = 92;
/** Distance between two tracks. */
const trackPitch = 22;
const labelSize = 20;

/** The width and margins of a schematic and the limits of its boxes, in units of its view box. */
export interface SchematicFormat {
  width: number;
  margin: number;
  /** Greatest number of boxes side by side. */
  mostBoxes: number;
  mostBoxWidth: number;
}

const wideSchematicFormat: SchematicFormat = {
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
  isPassage: boolean;
}

/** The line of a link from box to box, with its label. */
export interface LinkPath {
  /** From the upper box to the lower one, whatever the direction of the link. */
  points: Point[];
  /** Whether the link leads upwards, so that its arrowhead is at the first point. */
  isReversed: boolean;
  /** Whether the last line runs upwards, because the link ends in the rank in which it starts. */
  hasUpwardEnd: boolean;
  label?: { text: string; x: number; y: number };
}

/** The part of a link between two neighbouring ranks, or the whole of a link within a rank. */
interface LinkSegment {
  from: PlacedNode;
  to: PlacedNode;
  /** Index of the link in the schematic. */
  link: number;
}

/** Splits each link into segments between neighbouring ranks, and reserves a passage in the ranks between. */
function splitLinks(schematic: Schematic, ranks: PlacedNode[][]): LinkSegment[] {
  const find = (id: string) => ranks.flat().find((box) => box.id === id) as PlacedNode;
  return schematic.links.flatMap(([a, b], link) => {
    const [one, other] = [find(a), find(b)];
    const [from, to] = one.rank <= other.rank ? [one, other] : [other, one];
    const segments: LinkSegment[] = [];
    let last = from;
    for (let rank = from.rank + 1; rank < to.rank; rank++) {
      const row = ranks[rank] as PlacedNode[];
      const id = `${link}:${rank}`;
      const next = { id, label: '', rank, order: row.length, x: 0, y: 0, width: 30, isPassage: true };
      row.push(next);
      segments.push({ from: last, to: next, link });
      last = next;
    }
    segments.push({ from: last, to, link });
    return segments;
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
function orderBoxes(ranks: PlacedNode[][], segments: LinkSegment[]): void {
  const place = (box: PlacedNode) => (box.order + 0.5) / (ranks[box.rank] as PlacedNode[]).length;
  for (let sweep = 0; sweep < 6; sweep++) {
    const down = sweep % 2 === 0;
    for (const row of down ? ranks : [...ranks].reverse()) {
      const wanted = new Map(
        row.map((box) => {
          const near = segments
            .filter((segment) => (down ? segment.to : segment.from) === box && segment.from.rank !== segment.to.rank)
            .map((segment) => place(down ? segment.from : segment.to));
          return [box, near.length === 0 ? place(box) : near.reduce((sum, at) => sum + at, 0) / near.length];
        }),
      );
      row.sort((a, b) => (wanted.get(a) as number) - (wanted.get(b) as number) || a.order - b.order);
      for (const [order, box] of row.entries()) box.order = order;
    }
  }
}

/** Sets the widths and the x coordinates of the boxes and passages of a rank, centred in the drawing. */
function placeInRank(row: PlacedNode[], { width, margin, mostBoxWidth }: SchematicFormat): void {
  const boxes = row.filter((box) => !box.isPassage).length;
  const passages = row.length - boxes;
  const gap = row.length > 3 ? 20 : 36;
  const room = width - 2 * margin - gap * (row.length - 1) - passages * 30;
  const boxWidth = boxes === 0 ? 0 : Math.min(mostBoxWidth, room / boxes);
  for (const box of row) if (!box.isPassage) box.width = boxWidth;
  const used = row.reduce((sum, box) => sum + box.width, 0);
  const space = Math.min(110, (width - 2 * margin - used) / Math.max(1, row.length - 1));
  let x = (width - used - space * (row.length - 1)) / 2;
  for (const box of row) {
    box.x = x;
    x += box.width + space;
  }
}

/**
 * Returns the x coordinate at which a segment meets the lower edge of a box, or the upper edge. The segments of an edge
 * are evenly distributed, in the order of the boxes at their other ends.
 */
function findPortX(box: PlacedNode, segment: LinkSegment, segments: LinkSegment[], isLowerEdge: boolean): number {
  const isWithinRank = segment.from.rank === segment.to.rank;
  const mine = segments.filter((other) =>
    isLowerEdge
      ? other.from === box || (other.to === box && other.from.rank === box.rank)
      : other.to === box && other.from.rank !== box.rank,
  );
  const getCentre = (other: LinkSegment) => {
    const end = other.from === box ? other.to : other.from;
    return end.x + end.width / 2 + (isWithinRank && other === segment ? 0.1 : 0);
  };
  mine.sort((a, b) => getCentre(a) - getCentre(b) || a.link - b.link);
  const step = Math.min(64, box.width / (mine.length + 1));
  return box.x + box.width / 2 + (mine.indexOf(segment) - (mine.length - 1) / 2) * step;
}

/** Centres the label of a link at `x`, or as near as the margins allow. */
function placeLabel(text: string, x: number, { width, margin }: SchematicFormat): { text: string; x: number } {
  const half = measureText(text, labelSize) / 2 + 8;
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
        isPassage: false,
      }),
    ),
  );
  const segments = splitLinks(schematic, ranks);
  orderBoxes(ranks, segments);
  for (const row of ranks) placeInRank(row, format);
  const routes = schematic.links.map(([a, b]): LinkPath => {
    const rank = (id: string) => ranks.findIndex((row) => row.some((box) => box.id === id));
    return { points: [], isReversed: rank(a) > rank(b), hasUpwardEnd: rank(a) === rank(b) };
  });
  let y = 44;
  for (const [index, row] of ranks.entries()) {
    for (const box of row) box.y = y;
    y += boxHeight;
    const channel = segments
      .filter((segment) => segment.from.rank === index)
      .map((segment) => {
        const isWithinRank = segment.to.rank === index;
        const x1 = findPortX(segment.from, segment, segments, true);
        const x2 = findPortX(segment.to, segment, segments, isWithinRank);
        return { segment, isWithinRank, x1, x2 };
      });
    // Of the segments to the right, the rightmost gets the first track; of those to the left, the leftmost. So they do
    // not cross.
    channel.sort((a, b) => {
      const way = Math.sign(a.x2 - a.x1) - Math.sign(b.x2 - b.x1);
      return way || (a.x2 > a.x1 ? b.x1 - a.x1 : a.x1 - b.x1);
    });
    let at = y + 26;
    const bent = channel.filter((item) => Math.abs(item.x1 - item.x2) > 1);
    const tracks = new Map(bent.map((item, i) => [item, at + i * trackPitch]));
    at += bent.length * trackPitch;
    // A link that passes through ranks is labelled once, on its last segment.
    const labelled = channel.filter((item) => schematic.links[item.segment.link]?.[2] && !item.segment.to.isPassage);
    const labelRows: { y: number; spans: [number, number][] }[] = [];
    for (const item of labelled.sort((a, b) => a.x2 - b.x2)) {
      const text = schematic.links[item.segment.link]?.[2] as string;
      const label = placeLabel(text, item.x2, format);
      const half = measureText(text, labelSize) / 2 + 10;
      const others = channel.filter((other) => other !== item).map((other) => other.x2);
      const hasRoom = (labelRow: { spans: [number, number][] }) =>
        labelRow.spans.every(([low, high]) => label.x + half < low || label.x - half > high);
      let labelRow = labelRows.find(hasRoom);
      if (!labelRow) {
        labelRow = { y: at + 14 + labelRows.length * 34, spans: [] };
        labelRows.push(labelRow);
      }
      // A label that would cover other segments on one side moves to the other side of its own segment.
      const left = others.filter((x) => x < item.x2 && x > label.x - half).length;
      const right = others.filter((x) => x > item.x2 && x < label.x + half).length;
      if (left > 0 && right === 0 && item.x2 + half * 2 < width - 20) label.x = item.x2 + half + 2;
      if (right > 0 && left === 0 && item.x2 - half * 2 > 20) label.x = item.x2 - half - 2;
      labelRow.spans.push([label.x - half, label.x + half]);
      const labelY = item.isWithinRank ? (tracks.get(item) ?? at) : labelRow.y;
      (routes[item.segment.link] as LinkPath).label = { ...label, y: labelY };
    }
    const isLast = index === ranks.length - 1;
    const channelHeight = channel.length === 0 ? (isLast ? 0 : 40) : at - y + labelRows.length * 34 + (isLast ? 0 : 26);
    const bottom = y + channelHeight;
    for (const item of channel) {
      const turn = tracks.get(item);
      const end = item.isWithinRank ? y : bottom;
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
      const through: Point[] = item.segment.to.isPassage ? [[item.x2, bottom + boxHeight]] : [];
      (routes[item.segment.link] as LinkPath).points.push(...points, ...through);
    }
    y = bottom;
  }
  return { boxes: ranks.flat().filter((box) => !box.isPassage), routes, height: y + 24 };
}
