/** Where the bytes of visitors' files lie, each under a random key (a UUID). Nothing of it is served to anybody. */
export interface FileStore {
  /** Resolves once the bytes would survive a crash. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Rejects where nothing lies under the key. */
  get(key: string): Promise<Buffer>;
  /** Whether bytes lie under the key, here where this process looks. */
  has(key: string): Promise<boolean>;
  /** Resolves where nothing lies under the key, too. */
  remove(key: string): Promise<void>;
}
