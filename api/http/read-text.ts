import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import type { FieldError } from '../../contract/http/errors.ts';
import { ApiError } from '../errors.ts';

const notUtf8 = 'The body contains bytes that are not UTF-8. Please send it as UTF-8.';

/** Decodes a body as UTF-8; throws `bad_request` for invalid bytes, which Node would silently replace. */
export function decodeBody(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ApiError('bad_request', notUtf8);
  return bytes.toString();
}

/** The maximum number of fields that an error names. */
const mostFields = 10;

/**
 * Returns an error for each text with half a surrogate pair in a JSON value. Such a text has no UTF-8 form, so neither
 * the database nor a mail can store it.
 */
function findBrokenTexts(value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  // A list instead of recursion: a body may be nested very deeply.
  const left: { path: string; value: unknown }[] = [{ path: '', value }];
  for (let next = left.pop(); next && errors.length < mostFields; next = left.pop()) {
    const { path, value: found } = next;
    if (typeof found === 'string' && !found.isWellFormed()) {
      errors.push({ path, message: 'This contains half a character (a lone surrogate).' });
    } else if (typeof found === 'object' && found !== null) {
      for (const [name, inner] of Object.entries(found)) {
        if (name.isWellFormed()) left.push({ path: path ? `${path}.${name}` : name, value: inner });
        else errors.push({ path, message: 'A name in this contains half a character (a lone surrogate).' });
      }
    }
  }
  return errors.slice(0, mostFields);
}

/** Accepts JSON bodies; refuses invalid UTF-8 and texts without a UTF-8 form with 400. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = decodeBody(bytes as Buffer);
    parse(request, text, (error, value) => {
      // In valid UTF-8 only an escape sequence can produce half a surrogate pair.
      const fields = !error && /\\u[dD][89a-fA-F]/.test(text) ? findBrokenTexts(value) : [];
      if (fields.length === 0) return done(error, value);
      done(new ApiError('bad_request', 'The request contains text that cannot be stored.', fields), undefined);
    });
  });
}

/** The maximum number of fields of a form. `URLSearchParams` takes quadratic time: seconds for a million fields. */
const maxFormFields = 2_000;

/**
 * Parses a form as browsers encode it. Throws `payload_too_large` for too many fields, and `bad_request` for invalid
 * UTF-8, percent-encoded or not.
 */
export function parseForm(bytes: Buffer): URLSearchParams {
  const text = decodeBody(bytes);
  let separators = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    separators += 1;
    if (separators >= maxFormFields) throw new ApiError('payload_too_large', 'This form has too many fields.');
  }
  for (const [encoded] of text.matchAll(/(?:%[\da-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(encoded.replaceAll('%', ''), 'hex'))) throw new ApiError('bad_request', notUtf8);
  }
  return new URLSearchParams(text);
}
