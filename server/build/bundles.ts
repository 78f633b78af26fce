import { join, relative } from 'node:path';
import { type InlineConfig, normalizePath, type Plugin, type Rolldown } from 'vite';
import { buildFolder, projectFolder } from '../folders.ts';
import { createClassName } from './create-class-name.ts';
import { sharedConfig } from './vite-config.ts';

/**
 * Chunks of the browser's build; each dynamic import adds one of its own. In this order, each chunk takes the named
 * modules and all modules that they import, except those that an earlier chunk has taken.
 */
const chunks: Rolldown.CodeSplittingGroup[] = [
  // Static imports of the entry: the only script that visitors who never interact download.
  { name: 'start', tags: ['$initial'] },
  { name: 'views', test: /\/site\/analytics\/first-view\.ts$/ },
  // React and the router are apart from the rest, so that each is evaluated in a task of its own.
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/site\/hydration\/evaluate-react\.ts$/ },
  { name: 'router', test: /\/node_modules\/react-router\// },
  // Code that pages share, loaded before any page, so that the code of a page is one request.
  { name: 'shared', test: /\/site\/(?:hydration|parts)\// },
  // Loaded when a form is first used.
  { name: 'forms', test: /\/site\/forms\/sending\// },
];

/**
 * Chunks of the Studio, in the same order. React and the router change less often than the rest, and are weighed apart.
 * What every screen needs is one chunk and what several need another, so that opening a screen takes few requests.
 */
const studioChunks: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'router', test: /\/node_modules\/react-router\// },
  // Without the entry module: it awaits the import of the first screen, so a screen that imports it never loads.
  { name: 'shell', tags: ['$initial'], test: /(?<!\/entry-client\.tsx)$/ },
  { name: 'shared', minShareCount: 3 },
];

const prioritizeInOrder = (groups: Rolldown.CodeSplittingGroup[]) =>
  groups.map((group, index) => ({ ...group, priority: groups.length - index }));

/**
 * The settings of every bundle. A class must have the same name in the stylesheet and in the program that renders
 * pages.
 */
const bundleConfig: InlineConfig = {
  ...sharedConfig,
  logLevel: 'warn',
  css: { modules: { generateScopedName: createClassName } },
};

/** On a busy machine the bundler would warn that its own plugins are slow. */
const checks = { pluginTimings: false };

/**
 * Makes V8 compile a whole script on a background thread, so that neither the first paint nor a click waits for it
 * (Explicit JavaScript Compile Hints). Other engines ignore the comment.
 */
const compileHint = '//# allFunctionsCalledOnLoad';

/** The scripts and styles that browsers load. */
export const clientBuildConfig: InlineConfig = {
  ...bundleConfig,
  build: {
    ...sharedConfig.build,
    outDir: join(buildFolder, 'client'),
    // Earlier releases' files stay for a while, see release-files.ts.
    emptyOutDir: false,
    manifest: 'manifest.json',
    // Scripts do not name their maps, and the build moves the maps away (release-files.ts).
    sourcemap: 'hidden',
    rolldownOptions: {
      checks,
      input: 'site/entry-client.ts',
      output: {
        codeSplitting: { groups: prioritizeInOrder(chunks) },
        // Most of React runs at the start, but only a part of the others.
        postBanner: ({ name }) => (name === 'react' ? compileHint : ''),
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/(?:pages|sections)\/([\w-]+)\/(?:route|view)\./.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash].js`,
      },
    },
  },
};

/** The script of pages that are measured. It has a build of its own, so that no other page grows by it. */
export const measureBuildConfig: InlineConfig = {
  ...bundleConfig,
  build: {
    ...sharedConfig.build,
    outDir: join(buildFolder, 'client'),
    emptyOutDir: false,
    manifest: 'measure-manifest.json',
    sourcemap: 'hidden',
    rolldownOptions: {
      checks,
      input: 'site/analytics/measure.ts',
      output: { entryFileNames: 'assets/measure-[hash].js' },
    },
  },
};

/** The scripts and styles of the Studio. They have a build of their own, so public pages share no file with it. */
export const studioBuildConfig: InlineConfig = {
  ...bundleConfig,
  build: {
    ...sharedConfig.build,
    outDir: join(buildFolder, 'client'),
    emptyOutDir: false,
    manifest: 'studio-manifest.json',
    sourcemap: 'hidden',
    rolldownOptions: {
      checks,
      input: 'studio/entry-client.tsx',
      output: {
        codeSplitting: { groups: prioritizeInOrder(studioChunks) },
        // A script is loaded only when it is about to run, so compiling all of it wastes little.
        postBanner: compileHint,
        entryFileNames: 'assets/studio-[name]-[hash].js',
        chunkFileNames: 'assets/studio-[name]-[hash].js',
        assetFileNames: 'assets/studio-[name]-[hash][extname]',
      },
    },
  },
};

/** Bundles a program into one file. A running program then reads nothing from a folder that the next build replaces. */
function createProgramConfig(input: string, folder: string, external: string[]): InlineConfig {
  return {
    ...bundleConfig,
    ssr: { noExternal: true },
    // Leaves out the development code of libraries.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ...sharedConfig.build,
      outDir: join(buildFolder, folder),
      // The file is replaced in place, so that a server can start during a build.
      emptyOutDir: false,
      ssr: input,
      // V8 keeps the source of a program in memory, with two bytes a character if one character is above U+00FF.
      rolldownOptions: { checks, external, output: { codeSplitting: false, comments: false, charset: 'ascii' } },
    },
  };
}

export const pagesProgram = createProgramConfig('site/entry-server.tsx', 'pages', []);

/**
 * Adds the source path of each screen to its lazy import, so that the server finds the scripts of the screen in the
 * manifest.
 */
const namedScreens: Plugin = {
  name: 'named-screens',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/studio/routes.tsx')) return null;
    return code.replaceAll(/\(\) =>\s+import\('\.(\/screens\/.+?)'\)/g, "Object.assign($&, { file: 'studio$1' })");
  },
};

/** The program that renders the screens of the Studio. A server loads it with the first request for one. */
export const studioProgram: InlineConfig = {
  ...createProgramConfig('studio/entry-server.tsx', 'studio', []),
  plugins: [...(sharedConfig.plugins ?? []), namedScreens],
};

/**
 * Makes `import.meta.url` in the bundle the address of the source file, so that modules find the files beside their
 * source.
 */
const sourceAddresses: Plugin = {
  name: 'source-addresses',
  transform(code, id) {
    if (!id.startsWith(normalizePath(projectFolder)) || id.includes('/node_modules/')) return null;
    const path = JSON.stringify(relative(join(buildFolder, 'server'), id));
    return code.replaceAll('import.meta.url', `new URL(${path}, import.meta.url).href`);
  },
};

/**
 * Makes the rate limiter use the Drizzle of the bundle. It imports a name that it composes, so the server would load
 * all files of a second copy, which takes 80 MB.
 */
const bundledDrizzle: Plugin = {
  name: 'bundled-drizzle',
  transform(code, id) {
    if (!id.endsWith('/rate-limiter-flexible/lib/RateLimiterDrizzle.js')) return null;
    const bundled = code.replace('await import(/* @vite-ignore */ specifier)', "await import('drizzle-orm')");
    if (bundled === code) throw new Error(`${id} no longer imports what it did`);
    return bundled;
  },
};

/** Packages with machine code or files of their own, and packages that many servers never load. */
const external = [
  'sharp',
  'shiki',
  '@aws-sdk/client-s3',
  'imapflow',
  '@simplewebauthn/server',
  '@opentelemetry/api',
  '@opentelemetry/sdk-trace-node',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@terrazzo/parser',
  'lightningcss',
];

/** The server. Loading one file takes a third of the time and half the memory of loading its 1,700 modules. */
export const serverProgram: InlineConfig = {
  ...createProgramConfig('server/production.ts', 'server', external),
  plugins: [sourceAddresses, bundledDrizzle],
};
