import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { cachePolicies } from '../../contract/cache-policies.ts';
import { uploadField } from '../../contract/paths.ts';
import { uploadLimits } from '../../contract/uploads.ts';
import { ApiError } from '../errors.ts';
import { type BindOptions, bindEndpoints, refuseOtherMethods } from './bind.ts';
import { withoutUnused } from './named-schemas.ts';

const description = [
  'Reads of the public site. Lists are paged with zero-based `page` and `size` (1…100) and echo what was used.',
  'Errors are JSON everywhere: `error.code` for programs, `error.message` for people, `error.fields` for the inputs at fault.',
  'Operations marked `x-addition` are not part of the specification.',
].join(' ');

/** What a write wants (specification, section 7): the value of the cookie XSRF-TOKEN again, as a header. */
const securitySchemes = {
  xsrfCookie: { type: 'apiKey', in: 'cookie', name: 'XSRF-TOKEN' },
  xsrfHeader: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
} as const;

/** A body of files, which no schema of ours checks, as the API document shows it. */
const uploadBody = {
  consumes: ['multipart/form-data'],
  body: {
    type: 'object',
    required: [uploadField],
    properties: {
      [uploadField]: {
        type: 'array',
        minItems: 1,
        maxItems: uploadLimits.files,
        items: { type: 'string', format: 'binary' },
      },
    },
  },
};

/** The API as a Fastify plugin: the endpoint table, its document, and JSON for whatever goes wrong under `/api/`. */
export async function apiPlugin(app: FastifyInstance, options: BindOptions): Promise<void> {
  app.setValidatorCompiler(validatorCompiler);
  const jsonSchemaTransform = createJsonSchemaTransform({});
  const nameSchemas = createJsonSchemaTransformObject({});
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Site API', version: '1', description, license: { name: 'MIT', identifier: 'MIT' } },
      // The origin that serves the document.
      servers: [{ url: '/' }],
      components: { securitySchemes },
    },
    transformObject: (route) => withoutUnused(nameSchemas(route)),
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const { 'x-addition': addition, 'x-upload': upload } = route.schema as Record<string, unknown>;
      return {
        url,
        schema: { ...schema, ...(addition ? { 'x-addition': true } : {}), ...(upload ? uploadBody : {}) },
      };
    },
  });
  // What anyone may read, pages of other origins may read too: a site can be pointed here by its base address.
  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !request.url.startsWith('/api/')) return;
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'retry-after, x-request-id');
  });
  bindEndpoints(app, options);
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('cache-control', cachePolicies.reference);
    return app.swagger();
  });
  refuseOtherMethods(app, '/api/openapi.json', ['GET']);
  for (const path of ['/api', '/api/*']) {
    app.all(path, { schema: { hide: true } }, async () => {
      throw new ApiError('not_found', 'There is no such endpoint. The list is at /api/docs.');
    });
  }
}
