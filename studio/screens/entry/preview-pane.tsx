import { CalendarClock, ExternalLink, Monitor, Moon, MoveHorizontal, Smartphone, Sun } from 'lucide-react';
import { use, useEffect, useState } from 'react';
import { getEntryPath } from '../../../contract/content/entry-types.ts';
import { toInstant } from '../../../contract/content/local-time.ts';
import type { DraftContent } from '../../../contract/studio/draft-content.ts';
import type { EntrySummary } from '../../../contract/studio/shapes.ts';
import { StudioSettingsContext } from '../../context.ts';
import { Button } from '../../parts/button.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Menu } from '../../parts/menu.tsx';
import { Notice } from '../../parts/notice.tsx';
import { formatTime } from '../../parts/time.ts';
import { Choice } from './choice.tsx';
import { type FrameWidth, frameWidths, PreviewFrames, type SectionRequest } from './preview-frames.tsx';
import { findFieldPage, findFirstPage, findSplit, listPreviewPages, toPreviewAddress } from './preview-pages.ts';
import styles from './preview-pane.module.css';
import { usePreviewVersion } from './use-preview-version.ts';

const widthIcons = { 'Fit to the pane': MoveHorizontal, Desktop: Monitor, Phone: Smartphone };
const themes = ['Light', 'Dark'] as const;
const themeIcons = { Light: Sun, Dark: Moon };

interface PreviewPaneProps {
  entry: EntrySummary;
  content: DraftContent;
  version: string;
  /** Whether a save is about to be sent, or on its way. */
  isSaving: boolean;
  /** The section to show, of the entry's own page. */
  section: SectionRequest | null;
  /** The field to which a link or a problem leads. */
  field: string | undefined;
  /** Called with the id of a section that was pressed in the entry's own page; undefined without sections. */
  onSection: ((id: string) => void) | undefined;
}

/** Shows the public pages as they would be with this draft, refreshed with each save, now or as of another moment. */
export function PreviewPane({ entry, content, version, isSaving, section, field, onSection }: PreviewPaneProps) {
  const { timeZone } = use(StudioSettingsContext);
  const [width, setWidth] = useState<FrameWidth>('Fit to the pane');
  const split = findSplit(entry);
  const [theme, setTheme] = useState<(typeof themes)[number]>('Light');
  const [path, setPath] = useState(() => findFirstPage(entry));
  const [moment, setMoment] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [hasShown, setHasShown] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // Sections are those of the entry's own page.
  useEffect(() => {
    if (section) setPath(null);
  }, [section]);

  const fieldPage = findFieldPage(entry, field);
  useEffect(() => {
    if (fieldPage) setPath(fieldPage);
  }, [fieldPage]);

  // A group of a form shows its page when it is unfolded.
  useEffect(() => {
    const follow = ({ target }: Event) => {
      const group = target instanceof Element ? target.closest('summary')?.parentElement : null;
      if (!group || group.hasAttribute('open')) return;
      const page = findFieldPage(entry, group.querySelector<HTMLElement>('[data-path]')?.dataset.path);
      if (page) setPath(page);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [entry]);

  const { previewed, start, end } = usePreviewVersion(version, isSaving);

  const pages = listPreviewPages(entry, content);
  const isListed = pages.some((page) => page.path === path);
  const at = toInstant(moment, timeZone)?.toISOString();
  // What was never stored is what visitors see, until its first version is to be shown.
  const isStored = entry.id > 0 && previewed !== 'draft-0';
  const own: Record<string, string> = isStored ? { entry: String(entry.id) } : {};
  const shared = { ...own, theme: theme.toLowerCase(), ...(at ? { at } : {}) };
  // The number of the attempt changes the address, so that the same page is loaded again.
  const toAddress = (shown: string) =>
    toPreviewAddress(path, {
      ...shared,
      theme: shown.toLowerCase(),
      ...(isStored ? { version: previewed } : {}),
      ...(attempt ? { attempt: String(attempt) } : {}),
    });
  const frames = {
    widths: (['Desktop', 'Phone'] as const).map((each) => ({ name: each, width: each, address: toAddress(theme) })),
    themes: themes.map((each) => ({ name: each, width, address: toAddress(each) })),
    // A social picture is as wide as a desktop.
    one: [{ name: 'one', width: path?.startsWith('/social-images/') ? 'Desktop' : width, address: toAddress(theme) }],
  }[split ?? 'one'];
  const [first] = frames;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is loaded
  useEffect(start, [first?.address]);

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
        {split !== 'widths' && (
          <Choice label="Width" options={frameWidths} icons={widthIcons} value={width} onChange={setWidth} />
        )}
        {split !== 'themes' && (
          <Choice label="Theme" options={themes} icons={themeIcons} value={theme} onChange={setTheme} />
        )}
        <Menu
          side="below-end"
          className={styles.tool}
          button={
            <>
              <Icon of={CalendarClock} />
              <span className={styles.when}>{at ? formatTime(at, timeZone) : 'Now'}</span>
            </>
          }
        >
          <label className={styles.moment}>
            As of
            <input
              type="datetime-local"
              className={styles.field}
              value={moment}
              onChange={({ target }) => setMoment(target.value)}
            />
          </label>
          <p className={styles.hint}>The page as visitors will see it at a time in {timeZone}.</p>
          {moment && <Button onClick={() => setMoment('')}>Back to now</Button>}
        </Menu>
        <a
          href={toPreviewAddress(path, shared)}
          target="_blank"
          rel="noreferrer"
          title="In a window"
          className={styles.tool}
        >
          <Icon of={ExternalLink} />
          <span className={styles.name}>In a window</span>
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
      <div className={styles.frames} data-split={split ?? undefined}>
        {frames.map((frame) => (
          <PreviewFrames
            key={frame.name}
            address={frame.address}
            width={frame.width}
            isHalf={split === 'widths'}
            section={path === null ? section : null}
            onSection={path === null ? onSection : undefined}
            onLoaded={(reason) => {
              end();
              setProblem(reason);
              if (reason === null) setHasShown(true);
            }}
            onPath={(pressed) => {
              const isOwn = entry.type !== 'SETTING' && pressed === getEntryPath(entry.type, entry.slug);
              setPath(isOwn ? null : pressed);
            }}
          />
        ))}
      </div>
    </section>
  );
}
