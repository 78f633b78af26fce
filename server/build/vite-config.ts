import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { projectFolder } from '../folders.ts';
import { evaluateTables } from './evaluate-tables.ts';

/** Vite's configuration for builds and for development. There is no configuration file. */
export const sharedConfig: InlineConfig = {
  root: projectFolder,
  configFile: false,
  publicDir: false,
  plugins: [react(), evaluateTables()],
  // One stylesheet for the whole site, from which each page gets its own styles (split-styles.ts).
  build: { cssCodeSplit: false, assetsInlineLimit: 0, modulePreload: false, reportCompressedSize: false },
};
