import { connectS3, type S3Place } from '../file-store/connect-s3.ts';
import { type BackupStore, manifestName } from './backup-store.ts';

/** Attempts, and milliseconds of each: a part has up to 32 MB, and nobody waits for it. */
const patience = { maxAttempts: 5, requestTimeout: 300_000 };

type Connection = Awaited<ReturnType<typeof connectS3>>;

function createStore({ client, sdk }: Connection, bucket: string, prefix: string): BackupStore {
  const toKey = (name: string) => (prefix ? `${prefix}/${name}` : name);
  const createObjectInput = (name: string) => ({ Bucket: bucket, Key: toKey(name) });
  const folderPrefix = prefix ? `${prefix}/` : '';
  return {
    location: `s3://${bucket}/${prefix}`,
    put: async (name, bytes) => {
      await client.send(
        new sdk.PutObjectCommand({ ...createObjectInput(name), Body: bytes, ContentLength: bytes.length }),
      );
    },
    get: async (name) => {
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand(createObjectInput(name)));
        return Body ? Buffer.from(await Body.transformToByteArray()) : null;
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return null;
        throw error;
      }
    },
    has: async (name) => {
      try {
        await client.send(new sdk.HeadObjectCommand(createObjectInput(name)));
        return true;
      } catch (error) {
        if ((error as Error).name === 'NotFound') return false;
        throw error;
      }
    },
    removeFolder: async (name) => {
      await client.send(new sdk.DeleteObjectCommand(createObjectInput(`${name}/${manifestName}`)));
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${toKey(name)}/` });
      for await (const { Contents = [] } of pages)
        for (const { Key } of Contents) await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }));
    },
    listFolders: async () => {
      const names: string[] = [];
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folderPrefix, Delimiter: '/' });
      for await (const { CommonPrefixes = [] } of pages)
        for (const { Prefix = '' } of CommonPrefixes) names.push(Prefix.slice(folderPrefix.length, -1));
      return names;
    },
    listObjects: async (folder) => {
      const names: string[] = [];
      const begin = `${toKey(folder)}/`;
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: begin, Delimiter: '/' });
      for await (const { Contents = [] } of pages)
        for (const { Key = '' } of Contents) names.push(Key.slice(begin.length));
      return names;
    },
    measure: async () => {
      let bytes = 0;
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: folderPrefix });
      for await (const { Contents = [] } of pages) for (const { Size = 0 } of Contents) bytes += Size;
      return bytes;
    },
    open: (name) => createStore({ client, sdk }, bucket, toKey(name)),
  };
}

/** Stores backups in a bucket of an S3-compatible store, below a prefix. */
export async function createS3BackupStore(place: S3Place, bucket: string, prefix: string): Promise<BackupStore> {
  return createStore(await connectS3(place, patience), bucket, prefix);
}
