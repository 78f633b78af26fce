import type { FastifyRequest } from 'fastify';
import type { CallEndpoint } from '../../api/http/call-endpoint.ts';
import { findEndpoint } from '../../api/http/in-process-client.ts';
import { getCaller } from '../../api/http/studio-session.ts';
import type { ReceivedFile } from '../../api/messages/files/upload.ts';
import type { AttachedFile, UploadedFile } from '../../contract/forms/uploads.ts';
import type { ClientFor } from './site-client.ts';

/** Stores a file of a form. Rejects as the API's upload does. */
export type StoreFile = (file: ReceivedFile, request: FastifyRequest) => Promise<AttachedFile | undefined>;

/** Creates the function that stores files through the API in this process, without encoding them again. */
export function createInProcessStoreFile(callEndpoint: CallEndpoint): StoreFile {
  const upload = findEndpoint('uploadFiles');
  return async (file, request) => {
    const { files } = (await callEndpoint(upload, [file], getCaller(request))) as { files: UploadedFile[] };
    return files[0];
  };
}

/** Creates the function that stores files through the API of another server. */
export function createRemoteStoreFile(clientFor: ClientFor): StoreFile {
  return async ({ name, bytes }, request) => {
    const [stored] = await clientFor(request).upload([new File([bytes as Buffer<ArrayBuffer>], name)]);
    return stored;
  };
}
