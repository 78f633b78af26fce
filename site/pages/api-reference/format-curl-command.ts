import type { ReferenceOperation, ReferenceParameter } from './create-api-reference.ts';

const isNumber = ({ type }: ReferenceParameter) => /^(?:integer|number)/.test(type);

/** Returns an example of a parameter of the address: a number, or its name in capitals as a placeholder. */
function getExampleValue(parameter: ReferenceParameter): string {
  const { name } = parameter;
  // The type decides, because a name such as `b` is a count in one operation and a slug in another.
  if (isNumber(parameter)) return '3';
  if (name === 'q') return 'backup';
  if (name === 'countryCode') return 'GB';
  return name.length > 1 ? name.toUpperCase() : 'SLUG';
}

/** Returns an example of a property of a JSON body: the first choice, a number, or its name in capitals. */
function getExampleProperty(parameter: ReferenceParameter): unknown {
  const [choice = ''] = parameter.type.split(' | ');
  if (choice.startsWith('"')) return JSON.parse(choice);
  return choice.endsWith('[]') ? [] : isNumber(parameter) ? 1 : parameter.name.toUpperCase();
}

function formatBody(parameters: ReferenceParameter[]): string {
  const parts = parameters.filter(({ location }) => location === 'form').map(({ name }) => ` -F '${name}=@plan.pdf'`);
  const properties = parameters.filter(({ location, isRequired }) => location === 'body' && isRequired);
  if (properties.length === 0) return parts.join('');
  const body = Object.fromEntries(properties.map((property) => [property.name, getExampleProperty(property)]));
  return ` \\\n  -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}

/** Formats a curl command that calls an operation of the API at `origin`, with what the operation requires. */
export function formatCurlCommand({ method, path, parameters }: ReferenceOperation, origin: string): string {
  const filled = parameters
    .filter(({ location }) => location === 'path')
    .reduce((address, parameter) => address.replace(`{${parameter.name}}`, getExampleValue(parameter)), path);
  const query = parameters
    .filter(({ location, isRequired, name }) => location === 'query' && (isRequired || /^(?:size|q|limit)$/.test(name)))
    .map((parameter) => `${parameter.name}=${getExampleValue(parameter)}`)
    .join('&');
  const verb = method === 'GET' ? '' : `-X ${method} `;
  return `curl -s ${verb}'${origin}${filled}${query ? `?${query}` : ''}'${formatBody(parameters)}`;
}
