import { type MouseEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { loadCode } from '../load-code.ts';
import { isPlainPress } from './plain-press.ts';
import styles from './prose.module.css';
import blocks from './prose-code.module.css';
import { trustedHtml } from './trusted-html.ts';

/** Whoever can run it gets a button on each block of code; where its own code does not come, nothing is missing. */
function useCopyButtons(html: string) {
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML holds other blocks
  useEffect(() => {
    const element = text.current;
    if (!element?.querySelector('.code')) return;
    let undo: (() => void) | null = null;
    let isOver = false;
    loadCode(() => import('./copy-code.ts')).then(
      ({ addCopyButtons }) => {
        if (!isOver) undo = addCopyButtons(element, { copy: blocks.copy ?? '', said: blocks.said ?? '' });
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      undo?.();
    };
  }, [html]);
  return text;
}

/** The sanitised HTML of an entry's Markdown body, with typography; links inside the site go without a full load. */
export function Prose({ html }: { html: string }) {
  const navigate = useNavigate();
  const text = useCopyButtons(html);

  function follow(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    if (!link || !isPlainPress(event) || event.defaultPrevented || link.target || link.origin !== location.origin)
      return;
    if (link.hash && link.pathname === location.pathname) return;
    // Files and the API are the server's to answer.
    if (/\.\w+$|^\/api\//.test(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only listens to the links inside, which answer Enter with a click
    <div
      ref={text}
      data-prose=""
      className={`${styles.prose} ${blocks.blocks}`}
      onClick={follow}
      dangerouslySetInnerHTML={{ __html: trustedHtml(html) }}
    />
  );
}
