import { createContext, type MouseEvent, use, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { createCodeLoader } from '../hydration/load-code.ts';
import { isPlainLeftClick } from './plain-left-click.ts';
import styles from './prose.module.css';
import blocks from './prose-code.module.css';
import tables from './prose-table.module.css';
import { toTrustedHtml } from './trusted-html.ts';

const copyClasses = { button: blocks.copyButton ?? '', status: blocks.copyStatus ?? '' };

/** Loads the code of the copy buttons, which only pages with code blocks need. */
const loadCopyCode = createCodeLoader(() => import('../device/copy-code.ts'));

/** Loads the code of the buttons that play pictures, which only pages with animated pictures need. */
const loadPlayCode = createCodeLoader(() => import('../device/play-animations.ts'));

/** Ignores that the code could not be loaded: the page then has no such buttons, and everything else works. */
const ignoreFailure = () => undefined;

/** Adds copy buttons to the code blocks of the returned element, and play buttons to its animated pictures. */
function useButtons(html: string) {
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the blocks and pictures change with the HTML
  useEffect(() => {
    const shown = text.current;
    if (!shown) return;
    const unmounted = new AbortController();
    const { signal } = unmounted;
    if (shown.querySelector('.code'))
      void loadCopyCode().then(({ addCopyButtons }) => addCopyButtons(shown, copyClasses, signal), ignoreFailure);
    if (shown.querySelector('.animation'))
      void loadPlayCode().then(({ addPlayButtons }) => addPlayButtons(shown, signal), ignoreFailure);
    return () => unmounted.abort();
  }, [html]);
  return text;
}

/**
 * Collects the texts of a page while the server renders it, in document order. The page state refers to them instead of
 * repeating them, see `hydration/page-state.ts`. Null in the browser.
 */
export const RenderedTextsContext = createContext<string[] | null>(null);

/** Renders the sanitised HTML of a Markdown text. Links within the site navigate without a page load. */
export function Prose({ html }: { html: string }) {
  const navigate = useNavigate();
  const text = useButtons(html);
  use(RenderedTextsContext)?.push(html);

  function follow(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    if (!link || !isPlainLeftClick(event) || event.defaultPrevented || link.target || link.origin !== location.origin)
      return;
    if (link.className === 'animation') {
      event.preventDefault();
      // The loaded code replaces the link, and plays the picture when the link is clicked.
      void loadPlayCode().then(
        () => link.click(),
        () => location.assign(link.href),
      );
      return;
    }
    if (link.hash && link.pathname === location.pathname) return;
    // Files and the API are not pages of the router.
    if (/\.\w+$|^\/api\//.test(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the handler only serves the links inside, and Enter on a link sends a click
    <div
      ref={text}
      data-prose=""
      className={`${styles.prose} ${blocks.blocks} ${tables.tables}`}
      onClick={follow}
      dangerouslySetInnerHTML={{ __html: toTrustedHtml(html) }}
    />
  );
}
