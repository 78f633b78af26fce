import { createCodeLoader } from './load-code.ts';

/** A module that only some addresses of a page need. */
export interface LazyModule<M> {
  /** Loads the module once, with retries. */
  load(): Promise<void>;
  /** Returns the loaded module; throws before `load` has resolved. */
  get(): M;
}

/**
 * Creates a lazy module whose code can be rendered synchronously. A page's `preloadModules` waits for `load`, so that
 * the view can call `get`, on the server and while React hydrates.
 */
export function createLazyModule<M>(importModule: () => Promise<M>): LazyModule<M> {
  let loaded: M | undefined;
  return {
    load: createCodeLoader(async () => {
      loaded = await importModule();
    }),
    get: () => {
      if (!loaded) throw new Error('The module is not loaded');
      return loaded;
    },
  };
}

/** Creates the same of a module whose code is loaded already. */
export function createLoadedModule<M>(module: M): LazyModule<M> {
  return { load: async () => undefined, get: () => module };
}
