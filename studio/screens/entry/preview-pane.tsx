import { use, useEffect, useState } from 'react';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { toInstant } from '../../../contract/content/local-time.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { Button } from '../../parts/button.tsx';
import { Notice } from '../../parts/notice.tsx';
import { PreviewFrames, type SectionRequest } from './preview-frames.tsx';
import { listPreviewPages, toPreviewAddress } from './preview-pages.ts';
import styles from './preview-pane.module.css';
import { usePreviewVersion } from './use-preview-version.ts';

interface PreviewPaneProps {
  entry: EntrySummary;
  content: DraftContent;
  version: string;
  /** The section to show, of the entry's own page. */
  section: SectionRequest | null;
  /** Called with the id of a section that was pressed in the entry's own page; undefined without sections. */
  onSection: ((id: string) => void) | undefined;
}

/** Shows the public pages as they would be with this draft, refreshed with each save, now or as of another moment. */
export function PreviewPane({ entry, content, version, section, onSection }: PreviewPaneProps) {
  const { timeZone } = use(StudioSettingsContext);
  const [isPhone, setPhone] = useState(false);
  const [theme, setTheme] = useState('light');
  const [path, setPath] = useState<string | null>(null);
  const [moment, setMoment] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [hasShown, setHasShown] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // Sections are those of the entry's own page.
  useEffect(() => {
    if (section) setPath(null);
  }, [section]);

  const { previewed, start, end } = usePreviewVersion(content, version);

  const pages = listPreviewPages(entry, content);
  const isListed = pages.some((page) => page.path === path);
  const at = toInstant(moment, timeZone)?.toISOString();
  const shared = { entry: String(entry.id), theme, ...(at ? { at } : {}) };
  // The number of the attempt changes the address, so that the same page is loaded again.
  const address = toPreviewAddress(path, {
    ...shared,
    version: previewed,
    ...(attempt ? { attempt: String(attempt) } : {}),
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is loaded
  useEffect(start, [address]);

  const toggles = [
    ['Desktop', !isPhone, () => setPhone(false)],
    ['Phone', isPhone, () => setPhone(true)],
    ['Light', theme === 'light', () => setTheme('light')],
    ['Dark', theme === 'dark', () => setTheme('dark')],
  ] as const;
  return (
    <section aria-label="Preview" className={styles.pane}>
      <div className={styles.tools}>
        <select
          aria-label="Page to preview"
          className={styles.field}
          value={path ?? ''}
          onChange={({ target }) => setPath(target.value || null)}
        >
          {pages.map((page) => (
            <option key={page.label} value={page.path ?? ''}>
              {page.label}
            </option>
          ))}
          {!isListed && path && <option value={path}>{path}</option>}
        </select>
        {toggles.map(([label, isPressed, press]) => (
          <button key={label} type="button" aria-pressed={isPressed} className={styles.tool} onClick={press}>
            {label}
          </button>
        ))}
        <label className={styles.moment}>
          As of
          <input
            type="datetime-local"
            title={`In ${timeZone}; empty: now`}
            className={styles.field}
            value={moment}
            onChange={({ target }) => setMoment(target.value)}
          />
        </label>
        <a href={toPreviewAddress(path, shared)} target="_blank" rel="noreferrer" className={styles.tool}>
          In a window
        </a>
      </div>
      <Notice>
        {problem && (
          <>
            <p>{hasShown ? `${problem} Below is the last preview that could be made.` : problem}</p>
            <Button onClick={() => setAttempt((count) => count + 1)}>Try again</Button>
          </>
        )}
      </Notice>
      <PreviewFrames
        address={address}
        isPhone={isPhone}
        section={path === null ? section : null}
        onSection={path === null ? onSection : undefined}
        onLoaded={(reason) => {
          end();
          setProblem(reason);
          if (reason === null) setHasShown(true);
        }}
        onPath={(pressed) => setPath(pressed === getEntryPath(entry.type, entry.slug) ? null : pressed)}
      />
    </section>
  );
}
