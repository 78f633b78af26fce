import { randomBytes } from 'node:crypto';
import { barStyleSource } from './preview/preview-bar.ts';

/** Replaces one directive of a policy, or adds it. */
export function setDirective(policy: string, name: string, value: string): string {
  const rest = policy.split(';').filter((directive) => directive.trim().split(' ')[0] !== name);
  return [...rest, `${name} ${value}`].join(';');
}

/** Returns the sources of one directive of a policy. */
function readDirective(policy: string, name: string): string {
  const directive = policy.split(';').find((each) => each.trim().split(' ')[0] === name);
  return directive?.trim().slice(name.length).trim() ?? '';
}

/**
 * Returns the sources of `style-src` with a further one. In development it returns them unchanged, because a nonce or
 * hash would disable `unsafe-inline`.
 */
function addStyleSource(policy: string, source: string): string {
  const sources = readDirective(policy, 'style-src');
  return sources.includes("'unsafe-inline'") ? sources : `${sources} ${source}`;
}

/** Creates a nonce for the styles of one screen (Content Security Policy 3, section 7.1). */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * Returns the headers in which the Studio's screens differ from pages. They allow frames of this site for previews, and
 * the styles that the text editor adds with a nonce. Other sites are not told that a visitor came from the Studio.
 */
export function createStudioHeaders(headers: Record<string, string>, nonce: string): Record<string, string> {
  const policy = headers['content-security-policy'] ?? '';
  const withStyles = setDirective(policy, 'style-src', addStyleSource(policy, `'nonce-${nonce}'`));
  return {
    'content-security-policy': setDirective(withStyles, 'frame-src', "'self'"),
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  };
}

/**
 * Returns the headers in which a preview differs from a page. A frame of this site may show the preview, and search
 * engines do not index it. It runs no script and sends no form, even in its own window. Its links may open windows.
 */
export function createPreviewHeaders(headers: Record<string, string>): Record<string, string> {
  const policy = headers['content-security-policy'] ?? '';
  const changes = {
    'frame-ancestors': "'self'",
    'script-src': "'none'",
    'form-action': "'none'",
    'style-src': addStyleSource(policy, barStyleSource),
    sandbox: 'allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  };
  return {
    'content-security-policy': Object.entries(changes).reduce(
      (changed, [name, value]) => setDirective(changed, name, value),
      policy,
    ),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
}
