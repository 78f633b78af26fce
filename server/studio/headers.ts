import { randomBytes } from 'node:crypto';
import { railScript } from '../../studio/device.ts';
import { clickScript } from '../../studio/saving/before-hydration.ts';
import { addScriptSource, addStyleSource, createHashSource, setDirective } from '../http/content-policy.ts';
import { barStyleSource } from './preview/preview-bar.ts';

/** Creates a nonce for the styles of one screen (Content Security Policy 3, section 7.1). */
export function createNonce(): string {
  return randomBytes(16).toString('base64');
}

/**
 * Returns the headers in which the Studio's screens differ from pages. They allow frames of this site for previews, the
 * scripts that fold the rail and remember an early click, the style of the Studio's look, and the styles that the text
 * editor adds with a nonce. Other sites are not told that a visitor came from the Studio.
 */
export function createStudioHeaders(
  headers: Record<string, string>,
  nonce: string,
  styleSource: string,
): Record<string, string> {
  const policy = headers['content-security-policy'] ?? '';
  const withScripts = addScriptSource(policy, [railScript, clickScript].map(createHashSource).join(' '));
  const withStyles = addStyleSource(withScripts, `${styleSource} 'nonce-${nonce}'`);
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
    sandbox: 'allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  };
  return {
    'content-security-policy': Object.entries(changes).reduce(
      (changed, [name, value]) => setDirective(changed, name, value),
      addStyleSource(policy, barStyleSource),
    ),
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
}
