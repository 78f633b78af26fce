import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { program } from 'commander';
import { themesFolder } from '../../api/content/index.ts';
import { buildTheme, ThemeError } from '../../api/content/themes/build-theme.ts';
import { colourNames, colourSchemes } from '../../contract/look/colours.ts';
import { cutFonts, readDescription } from './fonts.ts';
import type { FontKind } from './measure-fallbacks.ts';
import { setColour } from './set-colour.ts';

// Makes and checks themes. `npm run theme`, see docs/guides/theme.md. Playwright, which takes longest to load, is
// imported by the two commands that open a browser.

/** Ends with a message instead of a stack. */
function refuse(message: string): never {
  console.error(message);
  process.exit(1);
}

program
  .name('npm run theme --')
  .description('makes and checks themes')
  .option('--folder <path>', 'the folder of the themes', themesFolder);

const getFolder = (theme: string) => join(program.opts<{ folder: string }>().folder, theme);

program
  .command('new <name> <from>')
  .description('copies a theme to a folder of its own')
  .action(async (name: string, from: string) => {
    if (!/^[a-z][a-z\d]*(?:-[a-z\d]+)*$/.test(name)) refuse(`${name} must be a name such as drawn-to-scale`);
    await readDescription(getFolder(from)).catch(() => refuse(`There is no theme ${from}.`));
    const options = { recursive: true, errorOnExist: true, force: false };
    await cp(getFolder(from), getFolder(name), options).catch(() => refuse(`themes/${name} exists.`));
    // Its own title, so that the Studio's list of themes tells the two apart.
    const file = join(getFolder(name), 'theme.json');
    const title = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"title": "[^"]*"/, `"title": "${title}"`));
    console.log(`themes/${name} is a copy of themes/${from}, with the title ${title}`);
  });

program
  .command('colour <theme> <name> <hex>')
  .description('sets a colour of tokens.json, such as light.accent')
  .action(async (theme: string, name: string, hex: string) => {
    const [scheme = '', token = ''] = name.split('.');
    if (!colourSchemes.some((each) => each === scheme) || !colourNames.some((each) => each === token))
      refuse(`${name} is no colour; the colours of light and dark are ${colourNames.join(', ')}`);
    if (!/^#[\da-f]{6}$/i.test(hex)) refuse(`${hex} must be a colour such as #0b7a3e`);
    const file = join(getFolder(theme), 'tokens.json');
    const text = await readFile(file, 'utf8').catch(() => refuse(`There is no theme ${theme}.`));
    await writeFile(file, setColour(text, scheme, token, hex.toLowerCase()));
    console.log(`${name} is ${hex}`);
  });

program
  .command('fonts <theme>')
  .description('cuts the fonts of a theme to the characters that nearly every page needs')
  .action(async (theme: string) => {
    const cores = await cutFonts(getFolder(theme));
    for (const { file, bytes } of cores) {
      await writeFile(file, bytes);
      console.log(`${file.split('/').at(-1)}  ${bytes.length} bytes`);
    }
    const total = cores.reduce((sum, { bytes }) => sum + bytes.length, 0);
    console.log(`together ${total} bytes; every page loads them first, so they should stay below 35000`);
  });

program
  .command('fallbacks <theme> <family> <kind>')
  .description('measures how wide a font is beside the local fonts of a kind: sans, serif or mono')
  .action(async (theme: string, family: string, kind: FontKind) => {
    const { fonts } = await readDescription(getFolder(theme));
    const font = fonts.find((each) => each.family === family) ?? refuse(`The theme has no font ${family}.`);
    const { measureFallbacks } = await import('./measure-fallbacks.ts');
    console.log(JSON.stringify(await measureFallbacks(getFolder(theme), font, kind), null, 2));
  });

program
  .command('picture <theme> <address>')
  .description('takes the picture of the theme from a page that shows it, such as http://localhost:3000')
  .action(async (theme: string, address: string) => {
    const { picture } = await readDescription(getFolder(theme));
    const { takePicture } = await import('./take-picture.ts');
    const bytes = await takePicture(address).catch((error: Error) => refuse(error.message.split('\n')[0] ?? ''));
    await writeFile(join(getFolder(theme), picture), bytes);
    console.log(`themes/${theme}/${picture} is a picture of ${address}`);
  });

program
  .command('check <theme>')
  .description('lists what is wrong with a theme')
  .action(async (theme: string) => {
    try {
      const { title } = await buildTheme(getFolder(theme));
      console.log(`${title} has all tokens and fonts, and every pair of colours has enough contrast`);
    } catch (error) {
      if (error instanceof ThemeError) refuse(error.message);
      throw error;
    }
  });

await program.parseAsync();
