import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../../../contract/openapi.ts';
import { toSlug } from '../../../contract/slug.ts';
import { constraintsOf, shapeOf, typeName } from './shape.ts';

export interface ReferenceParameter {
  name: string;
  place: 'path' | 'query';
  isRequired: boolean;
  type: string;
  /** As in `not empty, up to 200 characters`; empty where there is none. */
  constraints: string;
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
    constraints: constraintsOf(schema).join(', '),
    description: parameter.description ?? schema.description ?? '',
  };
}

/** The API's own description, made short enough to send and ready to show. */
export function readDocument(api: OpenApiDocument): Reference {
  const named = api.components?.schemas ?? {};
  const groups = new Map<string, ReferenceGroup>();
  const failures = new Map<string, JsonSchema | undefined>();

  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [verb, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? 'Other';
      const group = groups.get(tag) ?? { id: toSlug(tag), tag, operations: [] };
      groups.set(tag, group);
      const answers = Object.entries(operation.responses);
      for (const [status, answer] of answers) if (!status.startsWith('2')) failures.set(status, bodyOf(answer));
      group.operations.push({
        id: operation.operationId,
        method: verb.toUpperCase(),
        path,
        summary: operation.summary,
        isAddition: operation['x-addition'] === true,
        parameters: (operation.parameters ?? []).map(parameterOf),
        answers: answers
          .filter(([status]) => status.startsWith('2'))
          .map(([status, answer]) => {
            const body = bodyOf(answer);
            return { status, shape: body ? shapeOf(body, named) : null };
          }),
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
