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
