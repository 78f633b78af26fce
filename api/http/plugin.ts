import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import {
  createJsonSchemaTransform,
  createJsonSchemaTransformObject,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import { z } from 'zod';
import { bookingForm } from '../../contract/forms/consultation-form.ts';
import { enquiryForm } from '../../contract/forms/enquiry-form.ts';
import { attachmentFields, senderFields } from '../../contract/forms/form-fields.ts';
import { uploadField, uploadLimits } from '../../contract/forms/uploads.ts';
import { cachePolicies } from '../../contract/http/cache-policies.ts';
import type { ApiContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { type ApiOptions, bindEndpoints } from './bind.ts';
import { createCallEndpoint } from './call-endpoint.ts';
import { type CreateServerOptions, createServer } from './create-server.ts';
import { removeUnusedSchemas } from './named-schemas.ts';
import { refuseOtherMethods, routedMethods } from './refuse-methods.ts';
import { createStudioOpenApi } from './studio-openapi.ts';

// What the API document says of the forms' fields. It is separate from their schemas, which every browser loads.

const { slot, timeZone, hold } = bookingForm.shape;
const { subject, persona, interests } = enquiryForm.shape;

const descriptions: [z.core.$ZodType, string][] = [
  [senderFields.countryCode, 'Country of the number: +44, 44 or GB'],
  [senderFields.pathName, 'Path of the page from which the message comes, such as /our-plans'],
  [senderFields.homepage, 'Leave it out: a value marks the message as sent by a program'],
  [senderFields.fillTime, 'Milliseconds for which the form was filled in'],
  [senderFields.proof, 'The solved challenge of an earlier response, as JSON'],
  [senderFields.key, 'A UUID that you choose for the message. Sent again with it, the message is stored once'],
  [attachmentFields.files, 'Tokens of uploaded files, separated by commas'],
  [attachmentFields.lostFiles, 'Names of files that could not be uploaded'],
  [subject, 'Path of the page that the enquiry is about; / for another subject'],
  [persona, 'Slug of a persona'],
  [interests, 'Slugs of interests'],
  [slot, 'Start of the consultation in UTC, such as 2026-11-24T09:30:00.000Z'],
  [timeZone, 'Time zone of the visitor, such as Europe/London'],
  [hold, 'Token of the hold on the time'],
];

for (const [schema, description] of descriptions)
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), description });

const description = [
  'Everything that the pages of this site read and send. Lists are paged by a zero-based `page` and a `size` (1…100), and return the values they used.',
  'Errors are JSON everywhere: `error.code` for programs, `error.message` for people, `error.fields` for the invalid inputs.',
].join(' ');

/** The security scheme of writes (specification, section 7): the value of the cookie XSRF-TOKEN as a header. */
const securitySchemes = {
  xsrfCookie: { type: 'apiKey', in: 'cookie', name: 'XSRF-TOKEN' },
  xsrfHeader: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
} as const;

/** The body of an upload in the API document. */
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

/** Registers the API as a Fastify plugin: all endpoints, the OpenAPI document, and JSON errors under `/api/`. */
export async function registerApi(app: FastifyInstance, options: ApiOptions): Promise<void> {
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
    transformObject: (document) => removeUnusedSchemas(nameSchemas(document)),
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route);
      const { 'x-upload': upload } = route.schema as Record<string, unknown>;
      return {
        url,
        schema: { ...schema, ...(upload ? uploadBody : {}) },
      };
    },
  });
  // Public reads are open to pages of other origins, because a site may use this API by its base address.
  app.addHook('onRequest', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || !request.url.startsWith('/api/') || request.url.startsWith('/api/studio/')) return;
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
  if (!options.forward) {
    let studioDocument: object | undefined;
    app.get('/api/studio/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
      studioDocument ??= createStudioOpenApi();
      reply.header('cache-control', cachePolicies.reference);
      return studioDocument;
    });
    refuseOtherMethods(app, '/api/studio/openapi.json', ['GET']);
  }
  for (const path of ['/api', '/api/*']) {
    app.route({
      method: [...routedMethods],
      url: path,
      schema: { hide: true },
      handler: async () => {
        throw new ApiError('not_found', 'There is no such endpoint. The list is at /api/docs.');
      },
    });
  }
}

/** Creates a server of the API alone, for tests and benchmarks. */
export async function createApi(ctx: ApiContext, options: CreateServerOptions = {}): Promise<FastifyInstance> {
  const app = createServer(options);
  await registerApi(app, { ctx, callEndpoint: createCallEndpoint(ctx) });
  return app;
}
