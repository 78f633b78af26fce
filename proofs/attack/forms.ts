import { randomUUID } from 'node:crypto';
import { createMultipart, createPdf, type SampleFile } from '../../testing/sample-files.ts';
import { fromPage } from '../../testing/sample-forms.ts';
import type { RawRequest } from './raw-http.ts';

/** Marks the name and the address of every stranger, so that the log can be searched for personal data. */
export const personalMarker = 'zq7-personal';

const pageHeaders = Object.entries(fromPage) as [string, string][];

/** Creates a JSON request as a script of the site sends it. */
export function createJsonPost(path: string, body: unknown): RawRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { method: 'POST', path, headers: [...pageHeaders, ['content-type', 'application/json']], body: text };
}

/** Creates a form with files, or only with text fields, as a browser without JavaScript sends it. */
export function createMultipartPost(
  path: string,
  files: SampleFile[],
  fields: Record<string, string> = {},
): RawRequest {
  const { headers, payload } = createMultipart(files, fields);
  return { method: 'POST', path, headers: Object.entries(headers), body: payload };
}

/** Creates a sender whom the site does not know. */
export function createStranger(): { name: string; email: string; key: string } {
  const key = randomUUID();
  return { name: `Ada ${personalMarker}`, email: `${personalMarker}-${key.slice(0, 8)}@example.org`, key };
}

export function createContactPost(fields: Record<string, unknown> = {}): RawRequest {
  const message = `We run two halls and would like to talk about a third. ${personalMarker}`;
  return createJsonPost('/api/contact/submit', { ...createStranger(), message, ...fields });
}

/** Creates a contact form with a file, as a browser without JavaScript sends it. */
export function createContactPostWithFile(): RawRequest {
  const { name, email } = createStranger();
  const message = `We run two halls and would like to talk about a third. ${randomUUID()}`;
  return createMultipartPost('/contact-us', [createPdf()], { name, email, message });
}
