import { useEffect, useRef, useState } from 'react';
import styles from './preview-frames.module.css';
import { readPreviewAddress } from './preview-pages.ts';

/** How wide a preview is: as wide as its place, or as a window on a desktop or a phone. */
export const frameWidths = ['Fit to the pane', 'Desktop', 'Phone'] as const;
export type FrameWidth = (typeof frameWidths)[number];

/** Width of the window of a desktop in px; the style sheet has the same. */
const desktopWidth = 1280;

/** A request to show a section. `request` changes with each request, also with one for the same section. */
export interface SectionRequest {
  id: string;
  request: number;
}

interface PreviewFramesProps {
  /** The address of the preview to show. */
  address: string;
  width: FrameWidth;
  /** Whether another frame stands below. */
  isHalf: boolean;
  /** Called when the address could be shown (null) or not, with the reason. */
  onLoaded: (problem: string | null) => void;
  /** Called with the path of a link that was pressed inside the page. */
  onPath: (path: string) => void;
  section: SectionRequest | null;
  /** Called with the id of a section of the page that was pressed beside its links. */
  onSection: ((id: string) => void) | undefined;
}

/** Returns why a frame shows no preview; null if it shows one. */
function findProblem({ contentDocument }: HTMLIFrameElement): string | null {
  // A browser's own error page belongs to no origin and cannot be read.
  if (!contentDocument) return 'The preview could not be loaded. Is there a network?';
  if (contentDocument.contentType.startsWith('image/')) return null;
  const kind = contentDocument.documentElement.dataset.preview;
  if (kind === 'page') return null;
  const reason = kind === 'problem' ? contentDocument.querySelector('p')?.textContent : null;
  return reason ?? 'The server could not make the preview.';
}

/** Passes the path of a link that was pressed inside a preview to `onPath`, and keeps the frame from following it. */
function followLink(event: MouseEvent, onPath: (path: string) => void): void {
  // The classes of a frame's document are not those of this window, so `instanceof` does not know its elements.
  const link = (event.target as Element | null)?.closest('a');
  if (!link || link.target || link.getAttribute('href')?.startsWith('#')) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const path = readPreviewAddress(link.href);
  if (path === null) return;
  event.preventDefault();
  onPath(path);
}

const interactive = 'a, button, input, select, textarea, summary, label';

/** Returns the id of the section that was pressed; null for a press on a control, and beside all sections. */
function findPressedSection({ target }: MouseEvent): string | null {
  const pressed = target as Element | null;
  if (pressed?.closest(interactive)) return null;
  return pressed?.closest('[data-section]')?.getAttribute('data-section') ?? null;
}

/** Scrolls a frame to a section of its page, and marks the section for a moment. Returns whether the page has it. */
function showSection(frame: HTMLIFrameElement, id: string): boolean {
  const section = frame.contentDocument?.querySelector(`[data-section="${CSS.escape(id)}"]`);
  if (!section) return false;
  section.scrollIntoView({ block: 'start', behavior: 'instant' });
  // The page's own colour of the focus; no script of the page runs.
  section.animate(
    [{ outline: '3px solid Highlight', outlineOffset: '-3px' }, { outline: '3px solid transparent' }],
    // In one step instead of a fade, for people who prefer reduced motion.
    { duration: 1_500, easing: 'step-end' },
  );
  return true;
}

/** Returns whether a frame has loaded the text and styles of an address. Its pictures may still be missing. */
function hasLoadedText({ contentDocument }: HTMLIFrameElement, address: string): boolean {
  if (!contentDocument?.URL.endsWith(address) || contentDocument.readyState === 'loading') return false;
  return [...contentDocument.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])')].every(
    ({ sheet }) => sheet,
  );
}

/** Scrolls to the footer if the preview’s address asks for it, because public pages have no anchor there. */
function showFooter({ contentDocument }: HTMLIFrameElement, address: string, shown: string): boolean {
  const isAsked = address.endsWith('#footer') && (!shown.endsWith('#footer') || shown === address);
  const footer = [...(contentDocument?.querySelectorAll('footer') ?? [])].at(-1);
  if (isAsked) footer?.scrollIntoView({ behavior: 'instant' });
  return isAsked;
}

const getPath = (address: string) => new URL(address, 'http://site').searchParams.get('path');

/**
 * Shows a preview in a frame. Another address is loaded in a second, hidden frame. It replaces the shown page when its
 * text can be read; a page that cannot be shown replaces nothing. A new version of the same page keeps its scroll
 * position.
 */
export function PreviewFrames({ address, width, isHalf, onLoaded, onPath, section, onSection }: PreviewFramesProps) {
  const [shown, setShown] = useState(address);
  const frames = useRef<HTMLDivElement>(null);
  const addresses = shown === address ? [shown] : [shown, address];
  const lastSection = useRef<SectionRequest | null>(null);
  const followed = useRef(new WeakSet<Document>());

  useEffect(() => {
    if (shown === address) return undefined;
    let request = 0;
    const showWhenLoaded = () => {
      const next = frames.current?.querySelector<HTMLIFrameElement>('iframe:not([data-shown])');
      if (next && hasLoadedText(next, address)) latestHandleLoad.current(next, address);
      else request = requestAnimationFrame(showWhenLoaded);
    };
    showWhenLoaded();
    return () => cancelAnimationFrame(request);
  }, [shown, address]);

  // After each change of the frames, because the page with the section may not be there yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is shown when `shown` changes
  useEffect(() => {
    if (!section || section === lastSection.current) return;
    const frame = frames.current?.querySelector<HTMLIFrameElement>('iframe[data-shown]');
    if (!frame || !showSection(frame, section.id)) return;
    lastSection.current = section;
    frames.current?.scrollIntoView({ block: 'nearest' });
  }, [section, shown]);

  function handleClick(event: MouseEvent): void {
    followLink(event, onPath);
    const pressed = onSection && findPressedSection(event);
    if (pressed) onSection(pressed);
  }
  const latestHandleClick = useRef(handleClick);
  latestHandleClick.current = handleClick;

  /** Listens to presses in the page of a frame, once for each page. */
  function followPresses({ contentDocument: page }: HTMLIFrameElement): void {
    if (!page || followed.current.has(page)) return;
    followed.current.add(page);
    page.addEventListener('click', (event) => latestHandleClick.current(event));
  }
  const latestFollowPresses = useRef(followPresses);
  latestFollowPresses.current = followPresses;

  // A page can be pressed as soon as its text is there, also if it was loaded before this script.
  useEffect(() => {
    let request = 0;
    const followWhenLoaded = () => {
      const frame = frames.current?.querySelector<HTMLIFrameElement>('iframe[data-shown]');
      if (frame && hasLoadedText(frame, shown)) latestFollowPresses.current(frame);
      else request = requestAnimationFrame(followWhenLoaded);
    };
    followWhenLoaded();
    return () => cancelAnimationFrame(request);
  }, [shown]);

  function handleLoad(loaded: HTMLIFrameElement, source: string): void {
    const isLatest = source === address;
    const problem = findProblem(loaded);
    if (isLatest) onLoaded(problem);
    if (problem !== null) return;
    followPresses(loaded);
    if (source === shown) {
      // Browsers without events in a sandboxed frame have followed the link themselves.
      const path = loaded.contentWindow && getPath(loaded.contentWindow.location.href);
      if (path && path !== getPath(shown)) onPath(path);
      return;
    }
    if (!isLatest) return;
    const isFooter = showFooter(loaded, source, shown);
    const before = frames.current?.querySelector<HTMLIFrameElement>('iframe[data-shown]');
    if (!isFooter && before?.contentDocument && getPath(source) === getPath(shown))
      loaded.contentWindow?.scrollTo(0, before.contentWindow?.scrollY ?? 0);
    setShown(source);
  }
  const latestHandleLoad = useRef(handleLoad);
  latestHandleLoad.current = handleLoad;

  // A page as wide as on a desktop is shown smaller, so that it fits.
  useEffect(() => {
    const element = frames.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const scale = Math.min(1, (entry?.contentRect.width ?? desktopWidth) / desktopWidth);
      element.style.setProperty('--scale', String(scale));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <div ref={frames} className={styles.frames} data-width={width} data-half={isHalf || undefined}>
      {addresses.map((source) => (
        <iframe
          key={source}
          src={source}
          title={source === shown ? 'Preview of the page' : 'The next preview'}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"
          className={styles.frame}
          data-shown={source === shown || undefined}
          aria-hidden={source !== shown}
          tabIndex={source === shown ? 0 : -1}
          onLoad={({ currentTarget }) => handleLoad(currentTarget, source)}
        />
      ))}
    </div>
  );
}
