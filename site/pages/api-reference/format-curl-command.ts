import type { ReferenceOperation, ReferenceParameter } from './create-api-reference.ts';

/** Example values of parameters. Other texts get a placeholder in capitals. */
const examples: Record<string, string> = {
  page: '0',
  size: '10',
  n: '3',
  b: '3',
  limit: '3',
  q: 'backup',
  countryCode: 'GB',
};

function getExampleValue({ name, type }: ReferenceParameter): string {
  const isNumber = type.startsWith('integer') || type.startsWith('number');
  // The type decides, because a name such as `b` is a count in one operation and a slug in another.
  if (isNumber || name === 'q' || name === 'countryCode') return examples[name] ?? '1';
  return name.length > 1 ? name.toUpperCase() : 'SLUG';
}

/** Formats the curl command that calls an operation of the API at `origin`. */
export function formatCurlCommand({ method, path, parameters }: ReferenceOperation, origin: string): string {
  const filled = parameters
    .filter(({ location }) => location === 'path')
    .reduce((address, parameter) => address.replace(`{${parameter.name}}`, getExampleValue(parameter)), path);
  const query = parameters
    .filter(({ location, name }) => location === 'query' && name !== 'admin')
    .filter(({ isRequired, name }) => isRequired || name === 'size' || name === 'q' || name === 'limit')
    .map((parameter) => `${parameter.name}=${getExampleValue(parameter)}`)
    .join('&');
  const verb = method === 'GET' ? '' : `-X ${method} `;
  return `curl -s ${verb}'${origin}${filled}${query ? `?${query}` : ''}'`;
}
