import type { FileStore } from '../../api/messages/files/incoming.ts';
import { connectS3, type S3Place } from './connect-s3.ts';

export interface S3StoreOptions extends S3Place {
  bucket: string;
}

/** Stores files in a bucket of an S3-compatible store. The bucket must exist and be private. */
export async function createS3Store({ bucket, ...place }: S3StoreOptions): Promise<FileStore> {
  // One retry at most, because a visitor waits for the response.
  const { client, sdk } = await connectS3(place, { maxAttempts: 2, requestTimeout: 15_000 });
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand } = sdk;
  const createObjectInput = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    put: async (key, bytes, contentType) => {
      await client.send(
        new PutObjectCommand({
          ...createObjectInput(key),
          Body: bytes,
          ContentType: contentType,
          ContentLength: bytes.length,
        }),
      );
    },
    get: async (key) => {
      const { Body } = await client.send(new GetObjectCommand(createObjectInput(key)));
      if (!Body) throw new Error('The store answered without content');
      return Buffer.from(await Body.transformToByteArray());
    },
    has: async (key) => {
      try {
        await client.send(new HeadObjectCommand(createObjectInput(key)));
        return true;
      } catch (error) {
        if ((error as { name?: string }).name === 'NotFound') return false;
        throw error;
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(createObjectInput(key)));
    },
  };
}
