import type { EnvironmentModuleNode, ViteDevServer } from 'vite';

/** What `entry-client.ts` imports for every page; the server never loads it. */
const sharedStyle = '/site/styles/index.css';

/** The style files behind a module, each once, in the order of their imports. */
function stylesBehind(module: EnvironmentModuleNode, seen = new Set<EnvironmentModuleNode>()): string[] {
  if (seen.has(module)) return [];
  seen.add(module);
  const behind = [...module.importedModules].flatMap((imported) => stylesBehind(imported, seen));
  return module.url.endsWith('.css') ? [...behind, module.url] : behind;
}

/**
 * The styles of every page that was rendered so far, as elements for the head. Without them a page would be painted
 * bare until the browser has run its modules. Vite's client finds the elements by their `data-vite-dev-id` and
 * replaces their text when a file changes.
 */
export async function renderStyles(vite: ViteDevServer, entry: string): Promise<string> {
  const root = await vite.environments.ssr.moduleGraph.getModuleByUrl(entry);
  const urls = [sharedStyle, ...(root ? stylesBehind(root) : [])];
  const elements = urls.map(async (url) => {
    // In the server's graph of modules: in the browser's, an edit of what no page imports would reload every page.
    const { default: text } = (await vite.ssrLoadModule(`${url}?inline`)) as { default: string };
    // Nothing in a style may end its element.
    return `<style data-vite-dev-id="${vite.config.root}${url}">${text.replaceAll('</', '<\\/')}</style>`;
  });
  return (await Promise.all(elements)).join('');
}
