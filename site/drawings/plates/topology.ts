import { drawCallout, drawDimension, drawLabelBackground, lineWidths, pens } from '../drafting.ts';
import type { Random } from '../seeded-random.ts';
import {
  createGroup,
  createPathData,
  drawCircle,
  drawLabel,
  drawPath,
  drawPolyline,
  drawRect,
  type Point,
  tone,
} from '../svg.ts';
import type { FamilyDrawing } from './plate-family.ts';

type Kind = 'router' | 'switch' | 'host' | 'firewall';
interface Node {
  at: Point;
  kind: Kind;
  name: string;
  /** Whether the name is above the symbol. */
  isNameAbove?: boolean;
}
interface NetworkPlan {
  title: string;
  nodes: Node[];
  links: [from: number, to: number][];
  /** Indexes of the nodes of the path in the accent colour. */
  route: number[];
  /** Indexes of the nodes between which the dimension line runs. Twice the same node: no dimension line. */
  measured: [from: number, to: number];
  /** Whether links run at right angles. */
  isRightAngled: boolean;
}

function drawNode({ at: [x, y], kind, name, isNameAbove }: Node): string {
  const at = isNameAbove ? y - 25 : y + 36;
  const label =
    drawLabelBackground(x, at, name, 11) + drawLabel(x, at, name, { size: 11, anchor: 'middle', fill: tone.ink });
  const arrows = 'M-9 0h18m-4 -4l4 4l-4 4M0 -9v18m-4 -4l4 4l4 -4';
  const shape = {
    router: drawCircle(0, 0, 18, { fill: tone.ground, 'stroke-width': lineWidths.thick }) + drawPath(arrows, pens.hair),
    switch:
      drawRect(-22, -15, 44, 30, { fill: tone.ground, 'stroke-width': lineWidths.thick }) +
      drawPath('M-13 -4h24m-4 -4l4 4l-4 4M13 6h-24m4 -4l-4 4l4 4', pens.hair),
    host:
      drawRect(-13, -18, 26, 36, { fill: tone.ground, 'stroke-width': lineWidths.thin }) +
      drawPath('M-8 -11h16M-8 -5h16M-8 1h16', pens.hair) +
      drawCircle(0, 10, 2.4),
    firewall:
      drawRect(-20, -15, 40, 30, { fill: tone.ground, 'stroke-width': lineWidths.thick }) +
      drawPath('M-20 -5h40M-20 5h40M-8 -15v10M8 -15v10M0 -5v10M-8 5v10M8 5v10', pens.hair),
  }[kind];
  return drawNodeSymbol(x, y, shape) + label;
}

function drawNodeSymbol(x: number, y: number, body: string): string {
  return createGroup({ transform: `translate(${Math.round(x)} ${Math.round(y)})` }, body);
}

function placeInRow(count: number, y: number, kind: Kind, prefix: string, from = 90, to = 710): Node[] {
  return Array.from({ length: count }, (_, i) => ({
    at: [count === 1 ? (from + to) / 2 : from + ((to - from) * i) / (count - 1), y] as Point,
    kind,
    name: `${prefix}${i + 1}`,
  }));
}

function createLeafSpinePlan(random: Random): NetworkPlan {
  const [s, l] = [random.int(2, 4), random.int(4, 7)];
  const spines = placeInRow(s, 104, 'router', 'SPINE ', 190, 610).map((node) => ({ ...node, isNameAbove: true }));
  const leaves = placeInRow(l, 216, 'switch', 'LEAF ', 80, 720);
  const hosts = placeInRow(Math.min(l, 4), 324, 'host', 'H', 80, 470);
  const links: [number, number][] = [];
  for (let i = 0; i < s; i++) for (let j = 0; j < l; j++) links.push([i, s + j]);
  for (let i = 0; i < hosts.length; i++) links.push([s + Math.min(i, l - 1), s + l + i]);
  const h = random.int(0, hosts.length - 1);
  return {
    title: 'LEAF AND SPINE',
    nodes: [...spines, ...leaves, ...hosts],
    links,
    route: [s + l + h, s + h, random.int(0, s - 1), s + l - 1],
    measured: [0, s - 1],
    isRightAngled: false,
  };
}

function createRingPlan(random: Random): NetworkPlan {
  const count = random.int(5, 8);
  const [cx, cy] = [random.int(250, 330), 190];
  const [rx, ry] = [random.int(150, 190), 118];
  const turn = random.between(0, 1);
  const nodes = Array.from({ length: count }, (_, i): Node => {
    const a = turn + (i * 2 * Math.PI) / count;
    return {
      at: [cx + rx * Math.cos(a), cy + ry * Math.sin(a)],
      kind: i % 3 === 0 ? 'router' : 'switch',
      name: `POP ${i + 1}`,
    };
  });
  const links: [number, number][] = nodes.map((_, i) => [i, (i + 1) % count]);
  const east = nodes.reduce((best, node, i) => (node.at[0] > (nodes[best] as Node).at[0] ? i : best), 0);
  const spurs = placeInRow(3, 0, 'host', 'SITE ').map(
    (node, i): Node => ({ ...node, at: [random.int(630, 720), 76 + i * 108] }),
  );
  const first = nodes.length;
  for (let i = 0; i < 3; i++) links.push([east, first + i]);
  return {
    title: 'RING, TWO WAYS ROUND',
    nodes: [...nodes, ...spurs],
    links,
    route: [first + random.int(0, 2), east, (east + 1) % count, (east + 2) % count],
    measured: [0, 0],
    isRightAngled: false,
  };
}

function createTwoPlanesPlan(random: Random): NetworkPlan {
  const columns = random.int(4, 6);
  const kinds: Kind[] = ['router', 'firewall', 'switch', 'router', 'switch', 'router'];
  const words = ['EDGE', 'WALL', 'CORE', 'DIST', 'AGG', 'EXIT'];
  const nodes: Node[] = [];
  const links: [number, number][] = [];
  const shift = random.int(0, 26);
  for (let c = 0; c < columns; c++) {
    for (const [row, y] of [110, 266].entries()) {
      nodes.push({
        at: [90 + (c * 610) / (columns - 1), y + (row ? -shift : shift)],
        kind: kinds[c] as Kind,
        name: `${words[c]} ${row ? 'B' : 'A'}`,
        isNameAbove: row === 0,
      });
      if (c > 0) links.push([2 * (c - 1) + row, 2 * c + row]);
      if (c > 0 && random.chance(0.5)) links.push([2 * (c - 1) + row, 2 * c + 1 - row]);
    }
    if (random.chance(0.5)) links.push([2 * c, 2 * c + 1]);
  }
  const side = random.int(0, 1);
  const route = Array.from({ length: columns }, (_, c) => 2 * c + side);
  return { title: 'TWO PLANES, A AND B', nodes, links, route, measured: [0, 2 * (columns - 1)], isRightAngled: false };
}

function createTreePlan(random: Random): NetworkPlan {
  const middle = random.int(3, 4);
  const top: Node = { at: [400 + random.int(-60, 60), 72], kind: 'router', name: 'ROOT' };
  const second = placeInRow(middle, 182, random.pick(['switch', 'firewall']), 'DIST ', 140, 660);
  const links: [number, number][] = second.map((_, i) => [0, i + 1]);
  const hosts: Node[] = [];
  for (const [i, parent] of second.entries()) {
    const children = random.int(2, 3);
    for (let k = 0; k < children; k++) {
      const x = parent.at[0] + (k - (children - 1) / 2) * 56;
      hosts.push({ at: [x, x > 490 ? 292 : 316], kind: 'host', name: String(10 * (i + 1) + k) });
      links.push([i + 1, middle + hosts.length]);
    }
  }
  const last = random.int(0, hosts.length - 1);
  const parent = links.find(([, to]) => to === 1 + middle + last)?.[0] as number;
  return {
    title: 'TREE, THREE LEVELS',
    nodes: [top, ...second, ...hosts],
    links,
    route: [0, parent, 1 + middle + last],
    measured: [0, 0],
    isRightAngled: true,
  };
}

/** Returns the points of a link: at right angles, or in a straight line. */
function routeLink(from: Point, to: Point, isRightAngled: boolean): Point[] {
  if (!isRightAngled) return [from, to];
  const middle = from[1] + (to[1] - from[1]) * 0.5;
  return [from, [from[0], middle], [to[0], middle], to];
}

/**
 * Draws a network: a symbol for each kind of node, one path in the accent colour, and, where there is room, one
 * dimension line.
 */
export function drawTopology(random: Random): FamilyDrawing {
  const plan = random.pick([createLeafSpinePlan, createRingPlan, createTwoPlanesPlan, createTreePlan])(random);
  const getPosition = (index: number): Point => (plan.nodes[index] as Node).at;
  const links = plan.links
    .map(([a, b]) => createPathData(routeLink(getPosition(a), getPosition(b), plan.isRightAngled)))
    .join('');
  const route = plan.route
    .slice(1)
    .map((to, i) => routeLink(getPosition(plan.route[i] as number), getPosition(to), plan.isRightAngled));
  const ports = plan.links.slice(0, 14).map(([a, b]) => {
    const [p, q] = [getPosition(a), getPosition(b)];
    const t = 30 / Math.hypot(q[0] - p[0], q[1] - p[1]);
    return plan.isRightAngled
      ? ''
      : drawCircle(p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t, 2.4, {
          fill: tone.ground,
          'stroke-width': lineWidths.hair,
        });
  });
  const [first, second] = plan.measured.map(getPosition) as [Point, Point];
  const y = Math.min(first[1], second[1]) - 54;
  const target = route[0]?.at(-1) ?? first;
  const side = target[0] < 400 ? -1 : 1;
  return {
    title: plan.title,
    scale: 'N.T.S.',
    body: createGroup(
      {},
      drawPath(links, { 'stroke-width': lineWidths.thin, stroke: tone.inkSoft }),
      createGroup({ stroke: tone.accent, 'stroke-width': 3.4 }, ...route.map((points) => drawPolyline(points))),
      ports.join(''),
      plan.nodes.map(drawNode).join(''),
      y > 30 && Math.abs(second[0] - first[0]) > 90
        ? drawDimension([first[0], y], [second[0], y], `${random.int(2, 90)} km`, { reach: 14 })
        : '',
      drawCallout(1, [target[0] + side * 42, target[1] - 34], [target[0] + side * 15, target[1] - 13]),
    ),
  };
}
