import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../../../contract/http/openapi.ts';
import { describeConstraints, formatSchema, formatTypeName } from './format-schema.ts';

export interface ReferenceParameter {
  name: string;
  /** `body`: a property of the JSON body; `form`: a part of a multipart body. */
  location: 'path' | 'query' | 'body' | 'form';
  isRequired: boolean;
  type: string;
  /** Such as `not empty, up to 200 characters`; empty if there are none. */
  constraints: string;
  description: string;
}

export interface ReferenceOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  parameters: ReferenceParameter[];
  /** Successful responses, each with its body formatted as a type; null if it has no body. */
  responses: { status: string; shape: string | null }[];
}

export interface ReferenceGroup {
  id: string;
  tag: string;
  operations: ReferenceOperation[];
}

export interface ApiReference {
  version: string;
  description: string;
  groups: ReferenceGroup[];
  /** Every status of a failure. */
  failures: string[];
  failureShape: string | null;
}

type OpenApiResponse = OpenApiOperation['responses'][string];

function getBodySchema(response: OpenApiResponse): JsonSchema | undefined {
  return (response.content?.['application/json'] ?? Object.values(response.content ?? {})[0])?.schema;
}

/** Creates a parameter. Without a description of its own it has that of its schema. */
function createParameter(
  name: string,
  location: ReferenceParameter['location'],
  isRequired: boolean,
  schema: JsonSchema,
  description = schema.description ?? '',
): ReferenceParameter {
  const type = formatTypeName(schema);
  return { name, location, isRequired, type, constraints: describeConstraints(schema).join(', '), description };
}

/** Returns the parameters of an operation, and the properties of the body that it takes. */
function listParameters({ parameters = [], requestBody }: OpenApiOperation): ReferenceParameter[] {
  const [[mediaType, content] = []] = Object.entries(requestBody?.content ?? {});
  const { properties = {}, required: requiredNames = [] } = content?.schema ?? {};
  const location = mediaType === 'multipart/form-data' ? 'form' : 'body';
  return [
    ...parameters.map(({ name, in: place, required, schema, description }) =>
      createParameter(name, place, required ?? place === 'path', schema, description),
    ),
    ...Object.entries(properties).map(([name, schema]) =>
      createParameter(name, location, requiredNames.includes(name), schema),
    ),
  ];
}

/**
 * Returns a text label as a URL slug (specification, section 2): spaces become hyphens and letters lower case,
 * independent of the locale; other characters stay. `What We Do` → `what-we-do`, `C++ & Go` → `c++-&-go`. Encode the
 * slug before use in an address.
 */
export function toSlug(label: string): string {
  return label.replaceAll(' ', '-').toLowerCase();
}

/** Creates the data of the page from the OpenAPI document: short enough to send, and ready to show. */
export function createApiReference(api: OpenApiDocument): ApiReference {
  const named = api.components?.schemas ?? {};
  const groups = new Map<string, ReferenceGroup>();
  const failures = new Map<string, JsonSchema | undefined>();

  for (const [path, methods] of Object.entries(api.paths)) {
    for (const [verb, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? 'Other';
      const group = groups.get(tag) ?? { id: toSlug(tag), tag, operations: [] };
      groups.set(tag, group);
      const responses = Object.entries(operation.responses);
      for (const [status, response] of responses)
        if (!status.startsWith('2')) failures.set(status, getBodySchema(response));
      group.operations.push({
        id: operation.operationId,
        method: verb.toUpperCase(),
        path,
        summary: operation.summary,
        parameters: listParameters(operation),
        responses: responses
          .filter(([status]) => status.startsWith('2'))
          .map(([status, response]) => {
            const body = getBodySchema(response);
            return { status, shape: body ? formatSchema(body, named) : null };
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
    failureShape: failureBody ? formatSchema(failureBody, named) : null,
  };
}
