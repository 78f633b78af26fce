import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';
import type { Part } from './manifest.ts';

/** Bytes of an object, of which the last chunk may exceed the limit. Each object must fit in memory. */
const largestPart = 32 * 1024 * 1024;

async function writePart(store: BackupStore, name: string, bytes: Uint8Array): Promise<Part> {
  await store.put(name, bytes);
  return { name, bytes: bytes.length, sha256: hash('sha256', bytes, 'hex') };
}

/** Stores a stream as objects of limited size, `<name>.1`, `<name>.2` …; a stream without bytes has none. */
export async function writeStream(store: BackupStore, name: string, source: AsyncIterable<Buffer>): Promise<Part[]> {
  const parts: Part[] = [];
  let pending: Buffer[] = [];
  let size = 0;
  const storePending = async () => {
    const bytes = Buffer.concat(pending, size);
    pending = [];
    size = 0;
    parts.push(await writePart(store, `${name}.${parts.length + 1}`, bytes));
  };
  for await (const chunk of source) {
    pending.push(chunk);
    size += chunk.length;
    if (size >= largestPart) await storePending();
  }
  if (size > 0) await storePending();
  return parts;
}

/** Stores bytes as one object of this name, or as several if they are large. */
export async function writeBytes(store: BackupStore, name: string, bytes: Buffer): Promise<Part[]> {
  if (bytes.length <= largestPart) return [await writePart(store, name, bytes)];
  const pieces = Array.from({ length: Math.ceil(bytes.length / largestPart) }, (_, index) =>
    bytes.subarray(index * largestPart, (index + 1) * largestPart),
  );
  return writeStream(store, name, Readable.from(pieces));
}

/** Yields the bytes of objects. Throws `BackupError` if one is missing or was changed. */
export async function* readParts(store: BackupStore, parts: readonly Part[]): AsyncGenerator<Buffer> {
  for (const { name, sha256 } of parts) {
    const bytes = await store.get(name);
    if (!bytes) throw new BackupError(`${name} is missing in the backup ${store.location}.`);
    if (hash('sha256', bytes, 'hex') !== sha256)
      throw new BackupError(`${name} in the backup ${store.location} is damaged: its SHA-256 is not the manifest's.`);
    yield bytes;
  }
}

/** Returns the bytes of objects that form one file. */
export async function readBytes(store: BackupStore, parts: readonly Part[]): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(readParts(store, parts)));
}
