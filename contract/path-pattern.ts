/** What `/api/blog/recent/{n}` says, where `{n}` stands for one segment of the path. */
export interface PathPattern {
  /** Names of the segments that are inputs. */
  names: string[];
  /** The same as the router writes it: `/api/blog/recent/:n`. */
  route: string;
  /** Matches the paths of this pattern. */
  expression: RegExp;
}

const named = /\{(\w+)\}/g;

/** Reads a path of the endpoint table. */
export function parsePath(path: string): PathPattern {
  return {
    names: [...path.matchAll(named)].map(([, name = '']) => name),
    route: path.replace(named, ':$1'),
    expression: new RegExp(`^${path.replace(named, '[^/]+')}$`),
  };
}
