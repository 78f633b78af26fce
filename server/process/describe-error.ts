/** What a log may hold of an error: what happened and where in the code, never what a visitor sent. */
export interface SafeError {
  type: string;
  message: string;
  stack?: string;
  cause?: SafeError;
  errors?: SafeError[];
  [detail: string]: unknown;
}

// Properties that name a thing of the program, the database or the network. Others (params, detail, where, hint, input,
// rejected …) may hold what a visitor sent.
const safeDetails = [
  'code',
  'syscall',
  'statusCode',
  'status',
  'kind',
  'requestId',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'dataType',
  'routine',
  'position',
];

const deepest = 5;

/** A line of a stack trace, as V8 writes it; a line of a message does not end like this. */
const frame = /^ {4}at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$/;

function framesOf(stack: unknown): string {
  return String(stack ?? '')
    .split('\n')
    .filter((line) => frame.test(line))
    .join('\n');
}

type Details = Record<string, unknown>;

/** Removes from a text what may be a visitor's: e-mail addresses, query strings, long or spaced quoted texts. */
function removeValues(text: string): string {
  return text
    .replace(/\?[^\s"')]+/g, '?…')
    .replace(/[^\s"'<>()]+@[^\s"'<>()]+/g, '…')
    .replace(/"(?:[^"\n]*[^\w$.\-"\n][^"\n]*|[^"\n]{64,})"|'(?:[^'\n]*[^\w$.\-/:@'\n][^'\n]*|[^'\n]{64,})'/g, '"…"')
    .slice(0, 500);
}

function messageOf(error: Error & Details): string {
  const { name, message } = error;
  const code = String(error.code ?? '');
  // Drizzle's message is the whole statement with its parameters.
  if (name === 'DrizzleQueryError' || message.startsWith('Failed query:')) return 'A query failed';
  // PostgreSQL quotes the values of a refused statement in the messages of classes 22 and 23, and a trigger may in P0001.
  if (error.severity !== undefined && /^(?:22|23|P0)/.test(code)) return `PostgreSQL refused a value (${code})`;
  // V8 quotes the text that is no JSON, Node the argument that it received.
  if (error instanceof SyntaxError && message.includes('JSON')) return 'A text is not JSON';
  const [first = ''] = message.split('\n', 1);
  return removeValues(code.startsWith('ERR_') ? first.replace(/[.,]? Received .*/, '') : first);
}

/** Returns what a log may hold of an error and its causes. */
export function serializeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something was thrown that is no error' };
  const given = error as Error & Details;
  const details = safeDetails.filter((name) => ['string', 'number'].includes(typeof given[name]));
  const isDeep = depth >= deepest;
  return {
    type: given.name,
    message: messageOf(given),
    ...Object.fromEntries(details.map((name) => [name, removeValues(String(given[name]))])),
    ...(given.cause !== undefined && !isDeep ? { cause: serializeError(given.cause, depth + 1) } : {}),
    ...(given instanceof AggregateError && !isDeep
      ? { errors: given.errors.slice(0, deepest).map((one) => serializeError(one, depth + 1)) }
      : {}),
    stack: framesOf(given.stack),
  };
}

/** Returns the same as text for a terminal: each error of the chain with its code, then where it happened. */
export function describeError(error: unknown): string {
  const { type, message, code, stack, cause } = serializeError(error);
  const lines = [`${type}: ${message}${code ? ` (${code})` : ''}`, ...(stack ? [stack] : [])];
  const inner = error instanceof Error && cause ? [`caused by ${describeError(error.cause)}`] : [];
  return [...lines, ...inner].join('\n');
}
