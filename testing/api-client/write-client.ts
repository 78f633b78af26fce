import { mkdtemp, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypescript, { astToString } from 'openapi-typescript';
import type { JsonSchema, OpenApiDocument, OpenApiOperation } from '../../contract/http/openapi.ts';

// Writes a client program as a third party would: types generated from the OpenAPI document, and a call of each read.

/** Returns the value that a call sends for a parameter; undefined to omit the parameter. */
export type SampleValue = (
  operation: OpenApiOperation,
  name: string,
  schema: JsonSchema,
) => string | number | undefined;

/** A generated program: its folder, its source, and the names of its reads. */
export interface GeneratedClient {
  folder: string;
  source: string;
  reads: string[];
}

const folderOfClients = fileURLToPath(new URL('generated-', import.meta.url));

const compilerOptions = {
  target: 'esnext',
  module: 'nodenext',
  lib: ['esnext', 'dom'],
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
};

/** Writes types and program into a new folder beside this file. The caller removes the folder. */
export async function writeClient(document: OpenApiDocument, sampleValue: SampleValue): Promise<GeneratedClient> {
  const types = astToString(await openapiTypescript(JSON.stringify(document)));
  const operations = Object.entries(document.paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []));
  const calls = operations.map(({ path, get }) => writeCall(document, path, get, sampleValue));
  const source = `import createClient from 'openapi-fetch';
import type { paths } from './types.ts';

export function createReads(baseUrl: string) {
  const client = createClient<paths>({ baseUrl });
  return {
${calls.join('\n')}
  };
}
`;
  const folder = await mkdtemp(folderOfClients);
  await writeFile(`${folder}/types.ts`, types);
  await writeFile(`${folder}/reads.ts`, source);
  await writeFile(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, files: ['reads.ts'] }));
  return { folder, source, reads: operations.map(({ get }) => get.operationId) };
}

/**
 * Returns the source of one read. It names each property of the result, so that the compiler checks all of them. A
 * property that is always null is only spread, because the types of openapi-fetch 0.17 omit it.
 */
function writeCall(document: OpenApiDocument, path: string, operation: OpenApiOperation, sampleValue: SampleValue) {
  const params: Record<string, Record<string, string | number>> = {};
  for (const { in: place, name, required, schema } of operation.parameters ?? []) {
    const value = sampleValue(operation, name, schema);
    if (value !== undefined) params[place] = { ...params[place], [name]: value };
    else if (required) throw new Error(`${operation.operationId}: no sample value for the parameter ${name}`);
  }
  const success = Object.entries(operation.responses).find(([status]) => /^2\d\d$/.test(status))?.[1];
  const properties = Object.entries(getProperties(document, success?.content?.['application/json']?.schema ?? {}));
  if (properties.length === 0) throw new Error(`${operation.operationId}: the answer is described without a property`);
  const named = properties.filter(([, { type }]) => type !== 'null').map(([name]) => `${name}: data.${name}`);
  return `    '${operation.operationId}': async () => {
      const { data, error, response } = await client.GET('${path}', ${JSON.stringify({ params })});
      if (!data) throw new Error(\`\${response.status} \${error.error.message}\`);
      return { status: response.status, data: { ${['...data', ...named].join(', ')} } };
    },`;
}

function getProperties({ components }: OpenApiDocument, schema: JsonSchema): Record<string, JsonSchema> {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return (name ? components?.schemas?.[name] : schema)?.properties ?? {};
}
