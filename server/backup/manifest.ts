import { z } from 'zod';

/** The version of the layout of a backup. A program reads its own version and every earlier one. */
export const formatVersion = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A stored object: its name in the backup, its size, and the hash of the bytes as they are stored. */
export const part = z.strictObject({ name: z.string(), bytes: z.int().min(0), sha256 });

const stored = { bytes: z.int().min(0), sha256, parts: z.array(part) };

const manifestSchema = z.strictObject({
  format: z.literal(formatVersion, `must be ${formatVersion}`),
  /** The moment that the backup shows: the start of its transaction. */
  moment: z.iso.datetime(),
  /** The version of the program that made the backup. */
  program: z.string(),
  /** PostgreSQL's `server_version_num`, such as 180001. */
  serverVersion: z.int(),
  migrations: z.array(z.strictObject({ name: z.string(), sha256 })),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      /** As `RowHash` computes it. */
      hash: sha256,
      parts: z.array(part),
    }),
  ),
  sequences: z.array(z.strictObject({ name: z.string(), value: z.int(), isCalled: z.boolean() })),
  /** Visitors' files by their key in the file store. */
  files: z.array(z.strictObject({ key: z.uuid(), contentType: z.string(), ...stored })),
  /** Keys of files that were removed after the snapshot, or not uploaded completely. Their rows are in the backup. */
  removedFiles: z.array(z.uuid()),
  /** The content as `npx site export` writes it; null if the program does not know the database's schema. */
  content: z.array(z.strictObject({ name: z.string(), ...stored })).nullable(),
  /** The last record of the log that was sealed; absent in backups of earlier versions, and of an empty log. */
  log: z.strictObject({ number: z.int(), hash: sha256 }).optional(),
  /** The settings of the process that made the backup; null stands for a value that may be secret. */
  settings: z.record(z.string(), z.string().nullable()),
});

export type BackupManifest = z.output<typeof manifestSchema>;
export type Part = z.output<typeof part>;
export type TableInBackup = BackupManifest['tables'][number];
export type ContentInBackup = NonNullable<BackupManifest['content']>[number];
export type FileInBackup = BackupManifest['files'][number];

/** Parses the text of a manifest. Returns null if the text is no manifest of a version that this program reads. */
export function parseManifest(text: string): BackupManifest | null {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
