import { z } from 'zod';
import { uploadField } from '../../contract/forms/uploads.ts';
import { type Endpoint, endpoints } from '../../contract/http/endpoints.ts';
import { errorBody } from '../../contract/http/errors.ts';
import { permissionTexts } from '../../contract/studio/permission-texts.ts';
import type { Permission } from '../../contract/studio/permissions.ts';
import { tokenScopes } from '../../contract/studio/token-scopes.ts';

const description = [
  'The operations of the Studio that a token can call: `Authorization: Bearer studio_…`. Each names the scope that it needs as `x-scope`.',
  'Owners make tokens in the Studio under Access. Errors are JSON everywhere, as in the public API.',
].join(' ');

/** Schemas are written in place: the names that they have in the public document would refer to nothing here. */
const toSchema = (schema: z.core.$ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: z.registry() });
  return rest;
};

/** Returns the scope by which a token calls an endpoint; null if none can. */
function findScope({ access, needsConfirmation }: Endpoint): Permission | null {
  if (typeof access === 'string' || needsConfirmation) return null;
  return tokenScopes.includes(access.permission) ? access.permission : null;
}

function describeInput({ input, body, upload }: Endpoint): object {
  if (upload) {
    const files = { type: 'object', properties: { [uploadField]: { type: 'string', format: 'binary' } } };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: files } } } };
  }
  if (body)
    return { requestBody: { required: true, content: { 'application/json': { schema: toSchema(body, 'input') } } } };
  const { properties = {}, required = [] } = toSchema(input, 'input') as z.core.JSONSchema.ObjectSchema;
  const parameters = Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query', required: required.includes(name), schema },
  }));
  return parameters.length > 0 ? { parameters } : {};
}

function describeAnswer(text: string, schema: z.core.$ZodType): object {
  return { description: text, content: { 'application/json': { schema: toSchema(schema, 'output') } } };
}

function createOperation(endpoint: Endpoint, scope: Permission): object {
  const { id: operationId, summary, status, output } = endpoint;
  const error = describeAnswer('An error', errorBody);
  return {
    ...{ operationId, summary, tags: ['Studio'], 'x-scope': scope, security: [{ token: [] }] },
    description: `Scope: ${permissionTexts[scope]}.`,
    ...describeInput(endpoint),
    responses: { [status]: describeAnswer('Done', output), '4XX': error, '5XX': error },
  };
}

/** Creates the OpenAPI document of the operations that programs call by a token. */
export function createStudioOpenApi(): object {
  const paths = endpoints.flatMap((endpoint) => {
    const scope = findScope(endpoint);
    return scope ? [[endpoint.path, { [endpoint.method.toLowerCase()]: createOperation(endpoint, scope) }]] : [];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Studio API', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths: Object.fromEntries(paths),
  };
}
