import { readAssets } from '../../server/build/assets.ts';
import { buildIfStale } from '../../server/build.ts';
import { studioBudget } from '../../testing/budgets.ts';
import { measureFiles, measureStudioScripts } from '../../testing/built-files.ts';

// Prints the compressed bytes that each page loads beside its HTML: the initial script, and all scripts after
// hydration. A detail page also loads the script that counts its view (`testing/budgets.ts`). Then prints the scripts
// of the Studio, and ends with 1 if they exceed their limits.

await buildIfStale();
const { script, modules, styles, renderLook, chunks } = await readAssets();
const { fonts } = renderLook(undefined);
const first = await measureFiles([script]);
const shared = await measureFiles([script, ...modules]);
const style = await measureFiles(styles);
const font = await measureFiles(fonts);
const rows = await Promise.all(
  Object.entries(chunks).map(async ([page, chunk]) => {
    const own = await measureFiles([chunk]);
    return { page, 'initial script': first, 'its own': own, 'after hydration': shared + own, style, fonts: font };
  }),
);
console.table(rows.sort((a, b) => b['after hydration'] - a['after hydration']));

const studio = await measureStudioScripts();
console.table({ 'the Studio': studio, limit: studioBudget });
if (studio.shell > studioBudget.shell || studio.editor > studioBudget.editor) process.exitCode = 1;
