import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { makeDataFolder } from './data-folder.ts';

interface S3Rver {
  run(): Promise<{ address: string; port: number }>;
  close(): Promise<void>;
}

// The package has no types of its own.
const S3rver = createRequire(import.meta.url)('s3rver') as new (options: object) => S3Rver;

export interface S3Server {
  /** The settings with which a site uses this store. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Starts a real S3-compatible server with an empty bucket on a free port of 127.0.0.1. */
export async function startS3Server(bucket = 'site-files'): Promise<S3Server> {
  const directory = await makeDataFolder('site-s3-');
  const configureBuckets = [{ name: bucket }];
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  return {
    env: {
      FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      FILES_S3_BUCKET: bucket,
      FILES_S3_KEY_ID: 'S3RVER',
      FILES_S3_SECRET: 'S3RVER',
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
