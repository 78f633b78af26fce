import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import type { FieldError } from '../../contract/errors.ts';
import { ApiError } from '../errors.ts';

const notUtf8 = 'The body holds bytes that are not UTF-8. Please send it as UTF-8.';

/** Decodes a body; throws `bad_request` for bytes that are not UTF-8, which Node would replace without a word. */
export function decodeBody(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new ApiError('bad_request', notUtf8);
  return bytes.toString();
}

/** Field errors name at most as many fields as this. */
const mostFields = 10;

/**
 * Returns an error for each text in a JSON value that holds half of a surrogate pair. No such text can be written as UTF-8,
 * so neither the database nor a mail can hold it.
 */
function findBrokenTexts(value: unknown): FieldError[] {
  const errors: FieldError[] = [];
  // A list of what is left instead of recursion: a body may be nested as deep as it is long.
  const left: { path: string; value: unknown }[] = [{ path: '', value }];
  for (let next = left.pop(); next && errors.length < mostFields; next = left.pop()) {
    const { path, value: found } = next;
    if (typeof found === 'string' && !found.isWellFormed()) {
      errors.push({ path, message: 'This holds half of a character (a lone surrogate).' });
    } else if (typeof found === 'object' && found !== null) {
      for (const [name, inner] of Object.entries(found)) {
        if (name.isWellFormed()) left.push({ path: path ? `${path}.${name}` : name, value: inner });
        else errors.push({ path, message: 'A name in this holds half of a character (a lone surrogate).' });
      }
    }
  }
  return errors.slice(0, mostFields);
}

/** Takes JSON bodies; refuses, 400, text that is not UTF-8 and text that could not be written as UTF-8. */
export function takeJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const text = decodeBody(bytes as Buffer);
    parse(request, text, (error, value) => {
      // Only an escape can make half of a pair: the bytes are UTF-8.
      const fields = !error && /\\u[dD][89a-fA-F]/.test(text) ? findBrokenTexts(value) : [];
      if (fields.length === 0) return done(error, value);
      done(new ApiError('bad_request', 'The request has text that cannot be stored.', fields), undefined);
    });
  });
}

/** Reads the fields of a form as a browser writes them; `bad_request` for text that is not UTF-8, encoded or not. */
export function readForm(bytes: Buffer): URLSearchParams {
  const text = decodeBody(bytes);
  for (const [encoded] of text.matchAll(/(?:%[\da-f]{2})+/gi)) {
    if (!isUtf8(Buffer.from(encoded.replaceAll('%', ''), 'hex'))) throw new ApiError('bad_request', notUtf8);
  }
  return new URLSearchParams(text);
}
