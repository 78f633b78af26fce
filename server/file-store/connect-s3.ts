/** The address of an S3-compatible store, and the key to it. */
export interface S3Place {
  endpoint: string;
  region: string;
  keyId: string;
  secret: string;
}

/**
 * Returns a client of a store, and the library's commands. The library is large, so it is loaded only if it is used.
 * `requestTimeout` is in milliseconds, for each attempt.
 */
export async function connectS3(
  { endpoint, region, keyId, secret }: S3Place,
  { maxAttempts, requestTimeout }: { maxAttempts: number; requestTimeout: number },
) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secret },
    // Stores other than Amazon's have no host for each bucket, and some do not know its newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts,
    requestHandler: { connectionTimeout: 3_000, requestTimeout, throwOnRequestTimeout: true },
  });
  return { client, sdk };
}
