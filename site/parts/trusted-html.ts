interface HtmlPolicy {
  createHTML(html: string): unknown;
}

let policy: HtmlPolicy | null | undefined;
const trustedTexts = new Map<string, string>();

/**
 * Marks HTML as safe for the Trusted Types policy of the browser. Only use it for HTML that the server sanitised or
 * created.
 */
export function toTrustedHtml(html: string): string {
  if (typeof window === 'undefined') return html;
  policy ??=
    (
      window as {
        trustedTypes?: { createPolicy(name: string, rules: { createHTML(html: string): string }): HtmlPolicy };
      }
    ).trustedTypes?.createPolicy('entry-html', { createHTML: (text) => text }) ?? null;
  if (!policy) return html;
  // React compares objects by identity, so a new object for the same text would set the HTML again on every render.
  const known = trustedTexts.get(html);
  if (known) return known;
  // React and its types take a TrustedHTML object for a string.
  const created = policy.createHTML(html) as string;
  trustedTexts.set(html, created);
  return created;
}
