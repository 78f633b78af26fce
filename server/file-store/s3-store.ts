import type { FileStore } from '../../api/files/file-store.ts';

export interface S3StoreOptions {
  endpoint: string;
  bucket: string;
  region: string;
  keyId: string;
  secret: string;
}

/** Stores files in a bucket of an S3-compatible store. The bucket must exist and be private. */
export async function createS3Store({ endpoint, bucket, region, keyId, secret }: S3StoreOptions): Promise<FileStore> {
  // The library is large, so it is loaded only if it is used.
  const { DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } = await import(
    '@aws-sdk/client-s3'
  );
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    // Stores other than Amazon's have no host for each bucket, and some do not know its newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // One retry at most, because a visitor waits for the response.
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  });
  const place = (key: string) => ({ Bucket: bucket, Key: key });
  return {
    put: async (key, bytes, contentType) => {
      await client.send(
        new PutObjectCommand({ ...place(key), Body: bytes, ContentType: contentType, ContentLength: bytes.length }),
      );
    },
    get: async (key) => {
      const { Body } = await client.send(new GetObjectCommand(place(key)));
      if (!Body) throw new Error('The store answered without content');
      return Buffer.from(await Body.transformToByteArray());
    },
    has: async (key) => {
      try {
        await client.send(new HeadObjectCommand(place(key)));
        return true;
      } catch (error) {
        if ((error as { name?: string }).name === 'NotFound') return false;
        throw error;
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand(place(key)));
    },
  };
}
