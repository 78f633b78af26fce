import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { projectFolder } from '../folders.ts';
import { evaluateTables } from './evaluate-tables.ts';

/**
 * Puts the rules of the pages' CSS modules into a layer, so that the rules of a theme win whatever their selectors are.
 * Those of the Studio stay outside, because they compete with the styles that its text editor adds.
 */
const layeredModules: Plugin = {
  name: 'layered-modules',
  enforce: 'pre',
  transform: (code, id) =>
    /\/site\/.*\.module\.css(?:\?|$)/.test(id) ? { code: `@layer parts{${code}}`, map: null } : null,
};

/** Vite's configuration for builds and for development. There is no configuration file. */
export const sharedConfig: InlineConfig = {
  root: projectFolder,
  configFile: false,
  publicDir: false,
  plugins: [layeredModules, react(), evaluateTables()],
  // One stylesheet for the whole site, from which each page gets its own styles (split-styles.ts).
  build: { cssCodeSplit: false, assetsInlineLimit: 0, modulePreload: false, reportCompressedSize: false },
};
