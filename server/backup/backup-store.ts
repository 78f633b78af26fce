/** The name of the object that makes a folder complete: it is stored last and removed first. */
export const manifestName = 'manifest.json';

/** Where the objects of backups are stored: a folder or a bucket. Names have `/` between their segments. */
export interface BackupStore {
  /** The location, as an operator writes it. */
  location: string;
  /** Resolves when the bytes would survive a crash. An object is complete or absent. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Returns null for an unknown name. */
  get(name: string): Promise<Buffer | null>;
  has(name: string): Promise<boolean>;
  /**
   * Removes a folder with all its objects. Removes the manifest first, so that a folder whose removal was interrupted
   * does not look complete.
   */
  removeFolder(name: string): Promise<void>;
  /** Returns the names of the folders at the top of this store. */
  listFolders(): Promise<string[]>;
  /** Returns the names of the objects in a folder, without its path. */
  listObjects(folder: string): Promise<string[]>;
  /** Returns the bytes of all objects. */
  measure(): Promise<number>;
  /** Opens a folder of this store as a store of its own. */
  open(name: string): BackupStore;
}
