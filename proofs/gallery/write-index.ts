import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformWithOxc } from 'vite';
import { escapeText } from '../../site/drawings/svg.ts';
import { getTestLook } from '../../testing/looks.ts';
import type { ListedShot } from './take-all-pictures.ts';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolveFont = (name: string) =>
  fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`));

function writeSelect(name: string, label: string, values: Iterable<string>): string {
  const options = [...new Set(values)].map((value) => `<option>${escapeText(value)}</option>`);
  return `<label>${label}<select name="${name}"><option value="">All</option>${options.join('')}</select></label>`;
}

function writeItem({ name, route, state, theme, width, height, address, difference }: ListedShot): string {
  const data = Object.entries({ route, state, theme, width })
    .map(([key, value]) => `data-${key}="${escapeText(String(value))}"`)
    .join(' ');
  return `<li ${data}><a href="pictures/${name}.webp">
<img src="pictures/${name}.webp" width="${width}" height="${height}" loading="lazy" alt="">
<span>${escapeText(route)}: ${escapeText(state)}</span>
<span class="facts">${width} × ${height}, ${theme}, ${escapeText(address.slice(0, 80))}</span>
${difference === null ? '' : `<span class="differs">${escapeText(difference)}</span>`}</a></li>`;
}

function writePage(listed: ListedShot[]): string {
  const filters = [
    writeSelect(
      'route',
      'Page',
      listed.map(({ route }) => route),
    ),
    writeSelect(
      'state',
      'State',
      listed.map(({ state }) => state),
    ),
    writeSelect(
      'theme',
      'Theme',
      listed.map(({ theme }) => theme),
    ),
    writeSelect(
      'width',
      'Width',
      listed.map(({ width }) => String(width)),
    ),
  ];
  return `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Gallery of every page and state</title>
<link rel="stylesheet" href="tokens.css">
<link rel="stylesheet" href="view.css">
<header class="head"><h1>Gallery</h1><form class="filters">${filters.join('')}</form><p><output></output></p></header>
<main>
<p class="hint">Enter opens a picture; there <kbd>←</kbd> and <kbd>→</kbd> go on, <kbd>t</kbd> changes the theme, <kbd>w</kbd> the width, <kbd>Esc</kbd> closes.</p>
<ul class="pictures">
${listed.map(writeItem).join('\n')}
</ul>
</main>
<dialog aria-label="Picture">
<div class="bar"><p role="status"></p><form method="dialog"><button type="button" data-step="-1">Previous</button> <button type="button" data-step="1">Next</button> <button>Close</button></form></div>
<div class="whole" tabindex="0"><img alt=""></div>
</dialog>
<script src="view.js"></script>
</html>
`;
}

/** Writes the page that shows the pictures of a folder, with its styles and script, so that it works from a file. */
export async function writeIndex(folder: string, listed: ListedShot[]): Promise<void> {
  const { code } = await transformWithOxc(await readFile(resolvePath('viewer/view.ts'), 'utf8'), 'view.ts');
  await Promise.all([
    writeFile(join(folder, 'index.html'), writePage(listed)),
    writeFile(join(folder, 'view.js'), code),
    copyFile(resolvePath('viewer/view.css'), join(folder, 'view.css')),
    writeFile(join(folder, 'tokens.css'), getTestLook().style.text),
    copyFile(resolveFont('familjen-grotesk'), join(folder, 'familjen-grotesk.woff2')),
    copyFile(resolveFont('martian-mono'), join(folder, 'martian-mono.woff2')),
  ]);
}
