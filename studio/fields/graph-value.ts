/** A node of a schematic; links name it by its id. */
interface GraphNode {
  id: string;
  label: string;
  column: number;
}

/** From one node to another, with the words on the line; without words in most links. */
type GraphLink = [from: string, to: string, text?: string];

export interface Graph {
  nodes: GraphNode[];
  links: GraphLink[];
}

/** Returns the nodes and links in a group; what is missing is empty. */
export function readGraph(group: Record<string, unknown>): Graph {
  const list = (value: unknown) => (Array.isArray(value) ? (value as unknown[]) : []);
  const nodes = list(group.nodes).map((node) => ({ id: '', label: '', column: 0, ...(node as Partial<GraphNode>) }));
  const links = list(group.links).map((link) => {
    const [from = '', to = '', text] = list(link).map(String);
    return (text === undefined ? [from, to] : [from, to, text]) satisfies GraphLink;
  });
  return { nodes, links };
}

/** Returns an id made from a label that no other node has. */
function makeId(label: string, nodes: readonly GraphNode[]): string {
  const base =
    label
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'node';
  const taken = new Set(nodes.map(({ id }) => id));
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}

const isMadeFrom = (id: string, label: string) => id.replace(/-\d+$/, '') === makeId(label, []).replace(/-\d+$/, '');

/** Renames a node. An id that was made from the label follows it, in links too; any other id stays. */
export function renameNode({ nodes, links }: Graph, index: number, label: string): Graph {
  const old = nodes[index];
  if (!old) return { nodes, links };
  const others = nodes.filter((_, each) => each !== index);
  const id = old.id === '' || isMadeFrom(old.id, old.label) ? makeId(label, others) : old.id;
  const follow = (end: string) => (end === old.id ? id : end);
  return {
    nodes: nodes.map((node, each) => (each === index ? { ...node, id, label } : node)),
    links: links.map(([from, to, ...text]) => [follow(from), follow(to), ...text]),
  };
}

/** Adds a node without a label in the last column. */
export function addNode({ nodes, links }: Graph): Graph {
  const column = Math.max(0, ...nodes.map((node) => node.column));
  return { nodes: [...nodes, { id: makeId('', nodes), label: '', column }], links };
}

/** Removes a node, and the links that lead to it or from it. */
export function removeNode({ nodes, links }: Graph, index: number): Graph {
  const removed = nodes[index]?.id;
  return {
    nodes: nodes.filter((_, each) => each !== index),
    links: links.filter(([from, to]) => from !== removed && to !== removed),
  };
}

/** Changes an end or the words of a link. Empty words are left out. */
export function changeLink(
  { nodes, links }: Graph,
  index: number,
  change: { from?: string; to?: string; text?: string },
): Graph {
  return {
    nodes,
    links: links.map(([from, to, text], each) => {
      if (each !== index) return text === undefined ? [from, to] : [from, to, text];
      const changed = { from, to, text, ...change };
      return changed.text ? [changed.from, changed.to, changed.text] : [changed.from, changed.to];
    }),
  };
}
