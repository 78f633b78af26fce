import { useEffect, useRef, useState } from 'react';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';

/** Milliseconds of loading that do not disturb typing, so that the next preview needs no pause. */
const unnoticed = 150;
/** The longest pause before a preview, in milliseconds. */
const longestPause = 1_000;

/**
 * Returns the version to preview. Loading a long page keeps the processor from showing keys, so a preview that took
 * long is made again only after a pause of the same length. Call `start` when a preview is asked for, and `end` when it
 * is shown.
 */
export function usePreviewVersion(content: DraftContent, version: string) {
  const [previewed, setPreviewed] = useState(version);
  const timing = useRef<{ started: number | null; took: number }>({ started: null, took: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the content starts the pause anew
  useEffect(() => {
    if (previewed === version) return undefined;
    const { took } = timing.current;
    const pause = took <= unnoticed ? 0 : Math.min(took, longestPause);
    const timer = setTimeout(() => setPreviewed(version), pause);
    return () => clearTimeout(timer);
  }, [content, version, previewed]);
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
