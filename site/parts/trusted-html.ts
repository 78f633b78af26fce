interface HtmlPolicy {
  createHTML(html: string): unknown;
}

let policy: HtmlPolicy | null | undefined;
const trusted = new Map<string, string>();

/** The browser's own guard against injected HTML asks who vouches for it; our server sanitised or drew this. */
export function trustedHtml(html: string): string {
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
