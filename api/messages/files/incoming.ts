import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode } from '../../../contract/http/errors.ts';
import { ApiError } from '../../errors.ts';

const mebibyte = 1024 * 1024;

/** How many complete files are in memory at once: of uploads, and of forms without JavaScript. */
export const uploadSlots = {
  api: { total: 2, perGroup: 1 },
  forms: { total: 1, perGroup: 1 },
} as const;

/** Bytes of incomplete files on disk. */
const arrivingLimits = { total: 1024 * mebibyte, perNetwork: 128 * mebibyte } as const;

/** Bytes of stored files that no form uses yet; each file counts as at least `perFile`. */
export const unattachedFileLimits = {
  total: 2048 * mebibyte,
  perNetwork: 200 * mebibyte,
  perFile: mebibyte / 16,
} as const;

/**
 * Bytes of all files of visitors, also those of stored forms; each file counts as at least `perFile`. A site that gets
 * 40 files of 3 MB on every day reaches the limit after more than a year.
 */
export const maxStoredBytes = 51_200 * mebibyte;

/** Creates an error on the field `files`; the message names the file. */
export function createFileError(code: ErrorCode, message: string, cause?: unknown): ApiError {
  return Object.assign(new ApiError(code, message, [{ path: 'files', message }]), cause ? { cause } : {});
}

/** Stores the bytes of visitors' files, each under a random key (a UUID). The files are never served to visitors. */
export interface FileStore {
  /** Resolves when the bytes would survive a crash. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Rejects for an unknown key. */
  get(key: string): Promise<Buffer>;
  /** Returns whether this process finds bytes under the key. */
  has(key: string): Promise<boolean>;
  /** Resolves for an unknown key too. */
  remove(key: string): Promise<void>;
}

/** A file on disk whose upload is complete. */
interface IncomingFile {
  /** Reads the file into a buffer and returns the filled part. */
  read(buffer: Buffer): Promise<Buffer>;
  remove(): Promise<void>;
}

/** Stores uploads on disk until they are complete, so that slow senders hold no memory. */
export interface IncomingFiles {
  /**
   * Stores a stream to its end. Rejects with `NoSpaceError` where there is no space; the stream is still read to its
   * end.
   */
  receive(stream: AsyncIterable<Buffer>, network: string): Promise<IncomingFile>;
}

/** There is no space for a file; the message is for the log. */
export class NoSpaceError extends Error {
  override readonly name = 'NoSpaceError';
}

export interface IncomingOptions {
  folder: string;
  /** Bytes of the disk that stay free; below this, files are refused. */
  freeBytes: number;
  limits?: { total: number; perNetwork: number };
}

/** Stores incoming files in a folder without directory entries, so that the kernel frees them after a crash. */
export function createIncomingFiles({ folder, freeBytes, limits = arrivingLimits }: IncomingOptions): IncomingFiles {
  const held = new Map<string, number>();
  let total = 0;

  function count(network: string, bytes: number): void {
    const own = (held.get(network) ?? 0) + bytes;
    if (bytes > 0 && own > limits.perNetwork) throw new NoSpaceError('One network is sending too much at once');
    if (bytes > 0 && total + bytes > limits.total) throw new NoSpaceError('Too much is arriving at once');
    total += bytes;
    if (own > 0) held.set(network, own);
    else held.delete(network);
  }

  async function openUnnamed(): Promise<FileHandle> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < freeBytes) throw new NoSpaceError(`Less than ${freeBytes} bytes of the disk are free`);
    const path = join(folder, randomUUID());
    const handle = await open(path, 'wx+', 0o600);
    await rm(path);
    return handle;
  }

  return {
    receive: async (stream, network) => {
      let handle: FileHandle | null = null;
      let size = 0;
      let failure: unknown = null;
      async function remove(): Promise<void> {
        count(network, -size);
        size = 0;
        await handle?.close();
        handle = null;
      }
      async function keep(part: Buffer): Promise<void> {
        handle ??= await openUnnamed();
        count(network, part.length);
        size += part.length;
        await handle.writeFile(part);
      }
      try {
        for await (const part of stream) if (!failure) await keep(part).catch((error) => (failure = error));
      } catch (error) {
        await remove();
        throw error;
      }
      if (failure) {
        await remove();
        throw failure instanceof NoSpaceError ? failure : new NoSpaceError('Files cannot be kept', { cause: failure });
      }
      return {
        read: async (buffer) => {
          const bytes = buffer.subarray(0, size);
          for (let at = 0; handle && at < size; ) at += (await handle.read(bytes, at, size - at, at)).bytesRead;
          return bytes;
        },
        remove,
      };
    },
  };
}
