import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import styles from './prose.module.css';

interface HtmlPolicy {
  createHTML(html: string): unknown;
}

let policy: HtmlPolicy | null | undefined;
const trusted = new Map<string, string>();

/** The browser's own guard against injected HTML asks who vouches for it; our server sanitised this. */
function trustedHtml(html: string): string {
  if (typeof window === 'undefined') return html;
  policy ??=
    (
      window as {
        trustedTypes?: { createPolicy(name: string, rules: { createHTML(html: string): string }): HtmlPolicy };
      }
    ).trustedTypes?.createPolicy('entry-html', { createHTML: (text) => text }) ?? null;
  if (!policy) return html;
  // React compares by identity: one object for one text, or it would write the same HTML again on every render.
  const known = trusted.get(html);
  if (known) return known;
  const made = policy.createHTML(html) as string;
  trusted.set(html, made);
  return made;
}

/** The sanitised HTML of an entry's Markdown body, with typography; links inside the site go without a full load. */
export function Prose({ html }: { html: string }) {
  const navigate = useNavigate();

  function follow(event: MouseEvent) {
    const link = (event.target as Element).closest('a');
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname) return;
    // Files and the API are the server's to answer.
    if (/\.\w+$|^\/api\//.test(link.pathname)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: it only listens to the links inside, which answer Enter with a click
    <div className={styles.prose} onClick={follow} dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />
  );
}
