import { join, relative } from 'node:path';
import type { InlineConfig, Plugin } from 'vite';
import { buildFolder, project } from '../folders.ts';
import { shortClassNames } from './class-names.ts';
import { sharedConfig } from './vite-config.ts';

/** Schemas and their library, and what is made of them. */
function isFormCode(id: string): boolean {
  return /\/node_modules\/zod\/|\/contract\/(?:[\w-]+-form|form-fields|email|punycode|wait-text)\.ts|\/site\/forms\/(?:business-requests|contact|enquiry|failure-text|proof-of-work|submit)\.ts/.test(
    id,
  );
}

/** Code that a browser may never need, each piece asked for by itself when it is. */
const onUse =
  /\/site\/(?:device-id|web-vitals|parts\/copy-code)\.ts$|\/node_modules\/web-vitals\/|\/site\/search\/|\/js-md5\/|\/contract\/progress-fetch\.ts$|\/site\/forms\/(?:solve|places|suggest-places|offer-towns)\.ts$|\/altcha-lib\//;

/** What the two pages of a consultation share. */
const forConsultations = /\/site\/parts\/consultation-address\.ts$|\/contract\/call-text\.ts$/;

/** What waits for the moment to take a page over, and needs nothing else. */
const atStart =
  /\/site\/(?:entry-client|first-action|load-code|storage|when-idle|parts\/(?:plain-press|search-keys))\.ts$|vite\/preload-helper/;

/** What tells of a view, also on a page that never comes alive. */
const forViews =
  /\/site\/(?:first-view|record-view|consent|browser-client|page-state|parts\/searched-for)\.ts$|\/contract\/(?:client|paths|device-id|entry-paths|entry-types)\.ts$/;

/** What all bundles have to agree on. */
const bundleConfig: InlineConfig = {
  ...sharedConfig,
  css: { modules: { generateScopedName: shortClassNames(join(project, 'site')) } },
};

/**
 * Replaces Vite's code around each `import()`, which loads the styles and dependencies of a chunk. Here all styles are one file
 * and shared code is loaded first, so that code would be 600 bytes that do nothing.
 */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null),
};

/** What browsers are sent. */
export const clientBundle: InlineConfig = {
  ...bundleConfig,
  plugins: [...(bundleConfig.plugins ?? []), plainImports],
  logLevel: 'warn',
  build: {
    ...sharedConfig.build,
    outDir: join(buildFolder, 'client'),
    // Earlier releases' files stay for a while, see release-files.ts.
    emptyOutDir: false,
    manifest: 'manifest.json',
    // Scripts do not name their maps, and the build moves the maps away (release-files.ts).
    sourcemap: 'hidden',
    // Takes some seconds more than the builder's own and leaves 2 % less for everyone who visits.
    minify: 'terser',
    terserOptions: { compress: { passes: 4, ecma: 2020 }, module: true, format: { comments: false } },
    rolldownOptions: {
      // The bundler would warn of the time that terser takes.
      checks: { pluginTimings: false },
      input: 'site/entry-client.ts',
      // A page names the drawing's code for the server; a browser brings it only where it measures a drawing (drawing-heights.ts).
      treeshake: { moduleSideEffects: (id) => !/\/site\/drawings\//.test(id) },
      output: {
        // The entry waits for its moment by itself.
        // What pages share is one chunk that is there before any page is asked for, so that a page is one request.
        // What checks and sends forms is another, asked for when a form is first used.
        codeSplitting: {
          groups: [
            // In this order, for a group takes with it whatever it needs.
            { name: 'start', test: atStart, priority: 5 },
            { name: 'views', test: forViews, priority: 4 },
            // Apart from ours and from each other, so that each is run in a task of its own.
            {
              name: 'react',
              test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/site\/start-react\.ts$/,
              priority: 3,
            },
            { name: 'router', test: /\/node_modules\/react-router\//, priority: 2 },
            {
              name: 'shared',
              test: (id) =>
                !/\/site\/(?:pages|drawings)/.test(id) &&
                !onUse.test(id) &&
                !forConsultations.test(id) &&
                !isFormCode(id),
              priority: 1,
            },
            { name: 'forms', test: isFormCode },
            { name: 'consultations', test: forConsultations },
          ],
        },
        // Nearly all of React runs at once. Told so, V8 compiles it beside the main thread instead of when each function is called
        // (Explicit JavaScript Compile Hints; elsewhere a comment), and no press waits for that.
        postBanner: ({ name }) => (name === 'react' ? '//# allFunctionsCalledOnLoad' : ''),
        chunkFileNames: ({ facadeModuleId }) =>
          `assets/${/pages\/([\w-]+)\/route/.exec(facadeModuleId ?? '')?.[1] ?? '[name]'}-[hash].js`,
      },
    },
  },
};

/** A program in one file, read once: while it runs it needs nothing of a folder that the next build replaces. */
function program(input: string, folder: string, external: string[]): InlineConfig {
  return {
    ...bundleConfig,
    logLevel: 'warn',
    ssr: { noExternal: true },
    // Libraries choose their production code now, and the other stays out.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ...sharedConfig.build,
      outDir: join(buildFolder, folder),
      ssr: input,
      rolldownOptions: { external, output: { codeSplitting: false, comments: false } },
    },
  };
}

/** What renders pages. */
export const pagesProgram = program('site/entry-server.tsx', 'pages', []);

/** What a module of ours finds beside itself, it finds from the bundle too. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(code, id) {
    if (!id.startsWith(project) || id.includes('/node_modules/')) return null;
    const place = JSON.stringify(relative(join(buildFolder, 'server'), id));
    return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
  },
};

/** Packages that bring machine code or files of their own, and those that a running server may never ask for. */
const external = ['sharp', 'satori', 'shiki', '@aws-sdk/client-s3'];

/** The server itself: read in a third of the time and half the memory of its 1,700 modules one by one. */
export const serverProgram: InlineConfig = {
  ...program('server/production.ts', 'server', external),
  plugins: [keepPlaces],
};
