// Metrics label a request by the pattern of its route: visitors could invent any number of paths.

/** The number of paths whose pattern is remembered. */
const maxKnownPaths = 2_000;

/** Converts a route such as `/blog/:slug.svg` to a regular expression. */
function compilePattern(route: string): RegExp {
  const parts = route.split(/:\w+(?:\([^/]*\))?/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** Finds the route pattern of a path, also for requests that the page cache answers and no route handles. */
export interface RouteFinder {
  /** Adds a route of the server. A route that matches every path is ignored. */
  add(route: string): void;
  /** Returns the pattern of the route or page at a path; `none` if nothing is there. */
  find(path: string): string;
}

export function createRouteFinder(findPagePattern: (path: string) => string | null): RouteFinder {
  const routes = new Map<string, RegExp>();
  const known = new Map<string, string>();
  function search(path: string): string {
    if (routes.has(path)) return path;
    const found = [...routes].find(([, pattern]) => pattern.test(path))?.[0];
    return found ?? findPagePattern(path) ?? 'none';
  }
  return {
    add: (route) => {
      if (!route.includes('*') && !route.startsWith('/:')) routes.set(route, compilePattern(route));
    },
    find: (path) => {
      const found = known.get(path) ?? search(path);
      if (known.size >= maxKnownPaths) known.clear();
      known.set(path, found);
      return found;
    },
  };
}
