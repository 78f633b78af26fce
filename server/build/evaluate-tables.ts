import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { Plugin, ViteDevServer } from 'vite';

/**
 * Creates a plugin that replaces each module `*.table.ts` by the values of its exports. The tables are made from the
 * operations, so that browsers get the names and paths without the schemas. A value that is not JSON fails the build.
 */
export function evaluateTables(): Plugin {
  let server: ViteDevServer | undefined;
  return {
    name: 'evaluate-tables',
    configureServer(started) {
      server = started;
      // A table changes with the modules that it is made from, which the browser's graph of modules does not contain.
      started.watcher.on('change', () => {
        const { moduleGraph } = started.environments.client;
        for (const module of moduleGraph.idToModuleMap.values())
          if (module.id?.endsWith('.table.ts')) moduleGraph.invalidateModule(module);
      });
    },
    async load(id, { ssr } = {}) {
      // In development, the modules of the server run as they are.
      if (!id.endsWith('.table.ts') || (server && ssr)) return null;
      const table: object = await (server?.ssrLoadModule(id) ?? import(/* @vite-ignore */ pathToFileURL(id).href));
      const lines = Object.entries(table).map(([name, value]) => {
        const json = JSON.stringify(value);
        if (json === undefined || !isDeepStrictEqual(JSON.parse(json), value))
          throw new Error(`${id}: ${name} is not JSON, so browsers would get another value`);
        return `export const ${name} = ${json};`;
      });
      return lines.join('\n');
    },
  };
}
