/** A parsed path such as `/api/blog/recent/{n}`, where `{n}` stands for one segment. */
export interface PathPattern {
  /** Names of the path parameters. */
  names: string[];
  /** The path in the router's notation: `/api/blog/recent/:n`. */
  route: string;
  /** Matches the paths of this pattern. */
  expression: RegExp;
}

const named = /\{(\w+)\}/g;

/** Parses a path of the endpoint table. */
export function parsePathPattern(path: string): PathPattern {
  return {
    names: [...path.matchAll(named)].map(([, name = '']) => name),
    route: path.replace(named, ':$1'),
    expression: new RegExp(`^${path.replace(named, '[^/]+')}$`),
  };
}
