// Labels of requests for metrics: the pattern of a route, never a path, which people make up.

const mostKnown = 2_000;

/** `/blog/:slug.svg` as an expression. */
function patternOf(route: string): RegExp {
  const parts = route.split(/:\w+(?:\([^/]*\))?/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

/** Finds the pattern of a path, also where the page cache answered it and no route was asked. */
export interface RouteFinder {
  /** Adds a route of the server; those with a wildcard say nothing of a path. */
  add(route: string): void;
  find(path: string): string;
}

export function createRouteFinder(pageRouteOf: (path: string) => string | null): RouteFinder {
  const routes = new Map<string, RegExp>();
  const known = new Map<string, string>();
  function search(path: string): string {
    if (routes.has(path)) return path;
    const found = [...routes].find(([, pattern]) => pattern.test(path))?.[0];
    return found ?? pageRouteOf(path) ?? 'none';
  }
  return {
    add: (route) => {
      if (!route.includes('*')) routes.set(route, patternOf(route));
    },
    find: (path) => {
      const found = known.get(path) ?? search(path);
      if (known.size >= mostKnown) known.clear();
      known.set(path, found);
      return found;
    },
  };
}
