/** A parsed path such as `/api/blog/recent/{n}`, where `{n}` stands for one segment. */
export interface PathPattern {
  parameterNames: string[];
  /** The path as Fastify writes it: `/api/blog/recent/:n`. */
  fastifyPath: string;
  /** Matches the paths of this pattern. */
  expression: RegExp;
}

const named = /\{(\w+)\}/g;

export function parsePathPattern(path: string): PathPattern {
  return {
    parameterNames: [...path.matchAll(named)].map(([, name = '']) => name),
    fastifyPath: path.replace(named, ':$1'),
    expression: new RegExp(`^${path.replace(named, '[^/]+')}$`),
  };
}
