/** The parts of an error that a log may hold: what happened and where in the code, never what a visitor sent. */
export interface SafeError {
  type: string;
  message: string;
  stack?: string;
  cause?: SafeError;
  errors?: SafeError[];
  [detail: string]: unknown;
}

/**
 * Properties that name a part of the program, the database or the network. Others (params, detail, where, hint, input,
 * rejected …) can hold what a visitor sent.
 */
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

/** The longest chain of causes, and the most errors of an `AggregateError`, that are described. */
const maxErrors = 5;

/** A line of a stack trace as V8 writes it. No line of a message ends like this. */
const frame = /^ {4}at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))$/;

function listFrames(stack: unknown): string {
  return String(stack ?? '')
    .split('\n')
    .filter((line) => frame.test(line))
    .join('\n');
}

type Details = Record<string, unknown>;

/**
 * Removes from a text what a visitor may have sent: e-mail addresses, query strings, and quoted texts that are long or
 * have spaces.
 */
function removeValues(text: string): string {
  return text
    .replace(/\?[^\s"')]+/g, '?…')
    .replace(/[^\s"'<>()]+@[^\s"'<>()]+/g, '…')
    .replace(/"(?:[^"\n]*[^\w$.\-"\n][^"\n]*|[^"\n]{64,})"|'(?:[^'\n]*[^\w$.\-/:@'\n][^'\n]*|[^'\n]{64,})'/g, '"…"')
    .slice(0, 500);
}

function describeMessage(error: Error & Details): string {
  const { name, message } = error;
  const code = String(error.code ?? '');
  // Drizzle's message is the whole statement with its parameters.
  if (name === 'DrizzleQueryError' || message.startsWith('Failed query:')) return 'A query failed';
  // PostgreSQL quotes values in the messages of classes 22 and 23, and a trigger may do so in P0001.
  if (error.severity !== undefined && /^(?:22|23|P0)/.test(code)) return `PostgreSQL refused a value (${code})`;
  // V8 quotes a text that is not JSON, and Node quotes an argument that it received.
  if (error instanceof SyntaxError && message.includes('JSON')) return 'A text is not JSON';
  const [first = ''] = message.split('\n', 1);
  return removeValues(code.startsWith('ERR_') ? first.replace(/[.,]? Received .*/, '') : first);
}

/** Returns the parts of an error and its causes that a log may hold. */
export function serializeError(error: unknown, depth = 0): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something was thrown that is no error' };
  const given = error as Error & Details;
  const details = safeDetails.filter((name) => ['string', 'number'].includes(typeof given[name]));
  const isDeep = depth >= maxErrors;
  return {
    type: given.name,
    message: describeMessage(given),
    ...Object.fromEntries(details.map((name) => [name, removeValues(String(given[name]))])),
    ...(given.cause !== undefined && !isDeep ? { cause: serializeError(given.cause, depth + 1) } : {}),
    ...(given instanceof AggregateError && !isDeep
      ? { errors: given.errors.slice(0, maxErrors).map((one) => serializeError(one, depth + 1)) }
      : {}),
    stack: listFrames(given.stack),
  };
}

/**
 * Returns the parts of an error that a log may hold as text for a terminal: each error of the chain of causes with its
 * code and stack.
 */
export function describeError(error: unknown): string {
  const { type, message, code, stack, cause } = serializeError(error);
  const lines = [`${type}: ${message}${code ? ` (${code})` : ''}`, ...(stack ? [stack] : [])];
  const inner = error instanceof Error && cause ? [`caused by ${describeError(error.cause)}`] : [];
  return [...lines, ...inner].join('\n');
}
