import type { ReferenceOperation, ReferenceParameter } from './read-document.ts';

/** Values that make an example worth running; other texts stand as a placeholder in capitals. */
const examples: Record<string, string> = {
  page: '0',
  size: '10',
  n: '3',
  b: '3',
  limit: '3',
  q: 'backup',
  countryCode: 'GB',
};

function exampleOf({ name, type }: ReferenceParameter): string {
  const isNumber = type.startsWith('integer') || type.startsWith('number');
  // A name such as `b` is a count in one operation and a slug in another.
  if (isNumber || name === 'q' || name === 'countryCode') return examples[name] ?? '1';
  return name.length > 1 ? name.toUpperCase() : 'SLUG';
}

/** Returns the command that calls an operation of the API at `origin`. */
export function curlOf({ method, path, parameters }: ReferenceOperation, origin: string): string {
  const filled = parameters
    .filter(({ place }) => place === 'path')
    .reduce((address, parameter) => address.replace(`{${parameter.name}}`, exampleOf(parameter)), path);
  const query = parameters
    .filter(({ place, name }) => place === 'query' && name !== 'admin')
    .filter(({ isRequired, name }) => isRequired || name === 'size' || name === 'q' || name === 'limit')
    .map((parameter) => `${parameter.name}=${exampleOf(parameter)}`)
    .join('&');
  const verb = method === 'GET' ? '' : `-X ${method} `;
  return `curl -s ${verb}'${origin}${filled}${query ? `?${query}` : ''}'`;
}
