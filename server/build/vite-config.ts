import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { project } from '../folders.ts';

/** What building and developing share. Vite is configured here alone; there is no configuration file. */
export const sharedConfig: InlineConfig = {
  root: project,
  configFile: false,
  publicDir: false,
  plugins: [react()],
  // One stylesheet for the whole site: small, cached once, and a page's code never waits for its own.
  build: { cssCodeSplit: false, assetsInlineLimit: 0, modulePreload: false, reportCompressedSize: false },
};
