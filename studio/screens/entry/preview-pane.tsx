import { useEffect, useRef, useState } from 'react';
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
  const [shown, setShown] = useState(0);
  const frames = [useRef<HTMLIFrameElement>(null), useRef<HTMLIFrameElement>(null)];
  const address = `/studio/preview?entry=${entry.id}&version=${version}&theme=${theme}`;
  const [addresses, setAddresses] = useState<[string, string]>([address, '']);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is loaded into the frame that is not shown
  useEffect(() => {
    if (addresses[shown] === address) return;
    setAddresses((old) => (shown === 0 ? [old[0], address] : [address, old[1]]));
  }, [address]);

  function swap(index: number): void {
    if (index === shown || addresses[index] !== address) return;
    const before = frames[shown]?.current?.contentWindow;
    const after = frames[index]?.current?.contentWindow;
    if (before && after) after.scrollTo(0, before.scrollY);
    setShown(index);
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
      <div className={styles.frames} data-width={width}>
        {addresses.map(
          (source, index) =>
            source && (
              <iframe
                // biome-ignore lint/suspicious/noArrayIndexKey: two frames that never change places
                key={index}
                ref={frames[index]}
                src={source}
                title={index === shown ? 'Preview of the page' : 'The next preview'}
                sandbox="allow-same-origin"
                className={styles.frame}
                data-shown={index === shown || undefined}
                aria-hidden={index !== shown}
                tabIndex={index === shown ? 0 : -1}
                onLoad={() => swap(index)}
              />
            ),
        )}
      </div>
    </section>
  );
}
