import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../../../contract/openapi.ts';
import { slugOf } from '../../../contract/slug.ts';
import { constraintsOf, shapeOf, typeName } from './shape.ts';

export interface ReferenceParameter {
  name: string;
  place: 'path' | 'query';
  isRequired: boolean;
  type: string;
  constraints: string[];
  description: string;
}

export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  isAddition: boolean;
  parameters: ReferenceParameter[];
  /** Answers to the good, with the shape of their body written as a type. */
  answers: { status: string; shape: string | null }[];
  curl: string;
}

export interface ReferenceGroup {
  id: string;
  tag: string;
  operations: ReferenceOperation[];
}

export interface Reference {
  version: string;
  description: string;
  groups: ReferenceGroup[];
  /** Every status that can answer instead of the good one. */
  failures: string[];
  failureShape: string | null;
}

type Answer = OpenApiOperation['responses'][string];

function bodyOf(answer: Answer): JsonSchema | undefined {
  return (answer.content?.['application/json'] ?? Object.values(answer.content ?? {})[0])?.schema;
}

function parameterOf(parameter: NonNullable<OpenApiOperation['parameters']>[number]): ReferenceParameter {
  const { name, schema } = parameter;
  return {
    name,
    place: parameter.in,
    isRequired: parameter.required ?? parameter.in === 'path',
    type: typeName(schema),
    constraints: constraintsOf(schema),
    description: parameter.description ?? schema.description ?? '',
  };
}

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

function curlOf(method: string, path: string, parameters: ReferenceParameter[], origin: string): string {
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

/** The API's own description, made short enough to send and ready to show. `origin` stands in the examples. */
export function readDocument(api: OpenApiDocument, origin: string): Reference {
  const named = api.components?.schemas ?? {};
  const groups = new Map<string, ReferenceGroup>();
  const failures = new Map<string, JsonSchema | undefined>();

  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [verb, operation] of Object.entries(methods)) {
      const method = verb.toUpperCase();
      const tag = operation.tags[0] ?? 'Other';
      const group = groups.get(tag) ?? { id: slugOf(tag), tag, operations: [] };
      groups.set(tag, group);
      const parameters = (operation.parameters ?? []).map(parameterOf);
      const answers = Object.entries(operation.responses);
      for (const [status, answer] of answers) if (!status.startsWith('2')) failures.set(status, bodyOf(answer));
      group.operations.push({
        id: operation.operationId,
        method,
        path,
        summary: operation.summary,
        isAddition: operation['x-addition'] === true,
        parameters,
        answers: answers
          .filter(([status]) => status.startsWith('2'))
          .map(([status, answer]) => {
            const body = bodyOf(answer);
            return { status, shape: body ? shapeOf(body, named) : null };
          }),
        curl: curlOf(method, path, parameters, origin),
      });
    }
  }

  const failureBody = [...failures.values()].find((schema) => schema !== undefined);
  return {
    version: api.info.version,
    description: api.info.description ?? '',
    groups: [...groups.values()],
    failures: [...failures.keys()].sort(),
    failureShape: failureBody ? shapeOf(failureBody, named) : null,
  };
}
