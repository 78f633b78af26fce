import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { BackupError } from './backup-error.ts';
import type { BackupStore } from './backup-store.ts';

const algorithm = 'aes-256-gcm';
/** The first bytes of an encrypted object, with the version of its layout: mark, nonce, encrypted bytes, tag. */
const mark = Buffer.from('SITE-BACKUP-1\n');
const nonceLength = 12;
const tagLength = 16;

export function isEncrypted(bytes: Buffer): boolean {
  return bytes.subarray(0, mark.length).equals(mark);
}

/** Encrypts bytes. The name of the object is authenticated, so that objects of a backup cannot be exchanged. */
function encrypt(key: Buffer, name: string, bytes: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(name));
  const encrypted = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([mark, nonce, ...encrypted, cipher.getAuthTag()]);
}

function decrypt(key: Buffer, name: string, stored: Buffer): Buffer {
  const begin = mark.length + nonceLength;
  const nonce = stored.subarray(mark.length, begin);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagLength });
  decipher.setAAD(Buffer.from(name)).setAuthTag(stored.subarray(-tagLength));
  return Buffer.concat([decipher.update(stored.subarray(begin, -tagLength)), decipher.final()]);
}

/**
 * Encrypts the objects of a store with a key of 32 bytes, and decrypts them. Refuses objects that are not encrypted,
 * because anybody who can write to the place may have put them there.
 */
export function createEncryptedBackupStore(store: BackupStore, key: Buffer): BackupStore {
  return {
    ...store,
    put: (name, bytes) => store.put(name, encrypt(key, name, bytes)),
    get: async (name) => {
      const stored = await store.get(name);
      if (!stored) return null;
      if (!isEncrypted(stored))
        throw new BackupError(`${name} of ${store.location} is not encrypted. Unset BACKUP_KEY to trust it.`);
      try {
        return decrypt(key, name, stored);
      } catch (cause) {
        throw new BackupError(`${name} of ${store.location} is damaged, or BACKUP_KEY is another key.`, { cause });
      }
    },
    open: (name) => createEncryptedBackupStore(store.open(name), key),
  };
}
