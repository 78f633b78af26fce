import { randomUUID } from 'node:crypto';
import { multipartOf, type SampleFile, samplePdf } from '../../testing/sample-files.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import type { RawRequest } from './exchange.ts';

/** Stands in every name, address and message that the attacks send, so that logs can be searched for it. */
export const personalMarker = 'zq7-personal';

const pageHeaders = Object.entries(fromPage) as [string, string][];

/** A JSON request as a script of the site's own pages sends it. */
export function jsonPost(path: string, body: unknown): RawRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method: 'POST', path, headers: [...pageHeaders, ['content-type', 'application/json']], body: text };
}

/** A form with files, or with text fields alone, as a browser without JavaScript sends it. */
export function multipartPost(path: string, files: SampleFile[], fields: Record<string, string> = {}): RawRequest {
  const { headers, payload } = multipartOf(files, fields);
  return { method: 'POST', path, headers: Object.entries(headers), body: payload };
}

/** A sender nobody has heard of. */
export function stranger(): { name: string; email: string; key: string } {
  const key = randomUUID();
  return { name: `Ada ${personalMarker}`, email: `${personalMarker}-${key.slice(0, 8)}@example.org`, key };
}

export function contactPost(fields: Record<string, unknown> = {}): RawRequest {
  const message = `We run two halls and would like to talk about a third. ${personalMarker}`;
  return jsonPost('/api/contact/submit', { ...stranger(), message, ...fields });
}

/** A contact form with a file, as a browser without JavaScript sends it. */
export function plainContactForm(): RawRequest {
  const { name, email } = stranger();
  const message = `We run two halls and would like to talk about a third. ${randomUUID()}`;
  return multipartPost('/contact-us', [samplePdf()], { name, email, message });
}
