import { useEffect, useRef, useState } from 'react';

/** Milliseconds of loading that do not disturb typing, so that the next preview needs no pause. */
const unnoticed = 150;
/** The longest pause before a preview, in milliseconds. */
const longestPause = 1_000;

/**
 * Returns the version to preview. Loading a long page keeps the processor from showing keys, so a preview that took
 * long is made again only when nothing was typed for the same length of time. Call `start` when a preview is asked for,
 * and `end` when it is shown.
 */
export function usePreviewVersion(version: string, isSaving: boolean) {
  const [previewed, setPreviewed] = useState(version);
  const timing = useRef<{ started: number | null; took: number }>({ started: null, took: 0 });
  useEffect(() => {
    if (previewed === version || isSaving) return undefined;
    const { took } = timing.current;
    const pause = took <= unnoticed ? 0 : Math.min(took, longestPause);
    const timer = setTimeout(() => setPreviewed(version), pause);
    return () => clearTimeout(timer);
  }, [version, isSaving, previewed]);
  const [measure] = useState(() => ({
    start: () => {
      timing.current.started = performance.now();
    },
    end: () => {
      const { started } = timing.current;
      // A shown preview ends again when its pictures have arrived.
      if (started !== null) timing.current = { started: null, took: performance.now() - started };
    },
  }));
  return { previewed, ...measure };
}
