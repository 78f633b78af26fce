import { useRef, useState } from 'react';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import styles from './preview-pane.module.css';

const widths = { Desktop: null, Phone: 390 } as const;
type Width = keyof typeof widths;

/**
 * Shows the public page as it would be with this draft, refreshed with each save. The new page is loaded behind the shown
 * one, which stays until then, at the same place.
 */
export function PreviewPane({ entry, version }: { entry: EntrySummary; version: string }) {
  const [width, setWidth] = useState<Width>('Desktop');
  const [theme, setTheme] = useState('light');
  const address = `/studio/preview?entry=${entry.id}&version=${version}&theme=${theme}`;
  const [shown, setShown] = useState(address);
  const frames = useRef<HTMLDivElement>(null);
  const addresses = shown === address ? [shown] : [shown, address];

  function show(loaded: HTMLIFrameElement, source: string): void {
    const before = frames.current?.querySelector<HTMLIFrameElement>('iframe[data-shown]');
    // A browser's own error page belongs to no origin and cannot be read.
    if (source !== address || before === loaded || !loaded.contentDocument) return;
    loaded.contentWindow?.scrollTo(0, before?.contentDocument ? (before.contentWindow?.scrollY ?? 0) : 0);
    setShown(source);
  }

  return (
    <section aria-label="Preview" className={styles.pane}>
      <div className={styles.tools}>
        {(Object.keys(widths) as Width[]).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === width}
            className={styles.tool}
            onClick={() => setWidth(each)}
          >
            {each}
          </button>
        ))}
        {['light', 'dark'].map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === theme}
            className={styles.tool}
            onClick={() => setTheme(each)}
          >
            {each === 'light' ? 'Light' : 'Dark'}
          </button>
        ))}
        <a href={address} target="_blank" rel="noreferrer" className={styles.tool}>
          In a window
        </a>
      </div>
      <div ref={frames} className={styles.frames} data-width={width}>
        {addresses.map((source) => (
          <iframe
            key={source}
            src={source}
            title={source === shown ? 'Preview of the page' : 'The next preview'}
            sandbox="allow-same-origin"
            className={styles.frame}
            data-shown={source === shown || undefined}
            aria-hidden={source !== shown}
            tabIndex={source === shown ? 0 : -1}
            onLoad={({ currentTarget }) => show(currentTarget, source)}
          />
        ))}
      </div>
    </section>
  );
}
