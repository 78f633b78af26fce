import type { ApiContext } from '../api/context.ts';
import { type ReceivedFile, uploadFiles } from '../api/files/upload.ts';
import { createLimits } from '../api/http/limit-rates.ts';
import type { Client } from '../contract/client.ts';
import type { AttachedFile } from '../contract/uploads.ts';

/** Stores a file of a form for the visitor at an address; rejects as the API's upload does. */
export type StoreFile = (file: ReceivedFile, address: string) => Promise<AttachedFile | undefined>;

/**
 * Stores files through the API in this process, under the same limits. Sent through its HTTP door, a file would be in memory
 * five times.
 */
export function storeHere(ctx: ApiContext): StoreFile {
  const limits = createLimits(ctx);
  return async (file, address) => {
    await limits('upload', address);
    const { files } = await uploadFiles(ctx, [file], { address });
    return files[0];
  };
}

/** Stores files through the API of another server. */
export function storeThere(clientFor: (address: string) => Client): StoreFile {
  return async ({ name, bytes }, address) => {
    const [stored] = await clientFor(address).upload([new File([bytes as Buffer<ArrayBuffer>], name)]);
    return stored;
  };
}
