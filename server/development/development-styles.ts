import type { EnvironmentModuleNode, ViteDevServer } from 'vite';

/** Returns the style files that a module imports, each once, in the order of the imports. */
function collectStyles(module: EnvironmentModuleNode, seen = new Set<EnvironmentModuleNode>()): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const behind = [...module.importedModules].flatMap((imported) => collectStyles(imported, seen));
  return module.url.endsWith('.css') ? [...behind, module.url] : behind;
}

/**
 * Returns the styles of all pages rendered so far, as elements for the head. Without them a page has no styles until
 * the browser has run its modules. Vite's client finds the elements by their `data-vite-dev-id` and replaces their text
 * when a file changes.
 */
export async function renderStyleElements(vite: ViteDevServer, entry: string, sharedStyle: string): Promise<string> {
  const root = await vite.environments.ssr.moduleGraph.getModuleByUrl(entry);
  const urls = [sharedStyle, ...(root ? collectStyles(root) : [])];
  const elements = urls.map(async (url) => {
    // Loaded into the server's module graph: in the browser's graph, an edit of a style that no page imports would
    // reload every page.
    const { default: text } = (await vite.ssrLoadModule(`${url}?inline`)) as { default: string };
    // A style must not contain the end tag of its element.
    return `<style data-vite-dev-id="${vite.config.root}${url}">${text.replaceAll('</', '<\\/')}</style>`;
  });
  return (await Promise.all(elements)).join('');
}
