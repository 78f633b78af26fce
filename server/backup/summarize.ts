import { formatCount } from '../../contract/content/number-text.ts';
import type { BackupManifest } from './manifest.ts';

/** What a backup holds, for a script. */
export interface BackupCounts {
  /** The moment that the backup shows, as an ISO date with time. */
  moment: string;
  tables: number;
  rows: number;
  /** Visitors' files. */
  files: number;
  /** Files that were removed or uploaded while the backup was made; only their rows are in it. */
  removedFiles: number;
  /** Null if the version that made the backup does not know the schema. */
  contentFiles: number | null;
  /** The size of the backup as it is stored. */
  bytes: number;
}

export function countBackup({ moment, tables, files, removedFiles, content }: BackupManifest): BackupCounts {
  const parts = [tables, files, content ?? []].flat().flatMap((one) => one.parts);
  return {
    moment,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.length,
    removedFiles: removedFiles.length,
    contentFiles: content?.length ?? null,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  };
}

/** Returns what a backup holds, in one line without any value of a row. */
export function summarizeBackup(manifest: BackupManifest): string {
  const { moment, tables, rows, files, removedFiles, contentFiles, bytes } = countBackup(manifest);
  const counts = [
    `${formatCount(tables, 'table')} with ${formatCount(rows, 'row')}`,
    `${formatCount(files, 'file')} of visitors`,
    ...(removedFiles > 0 ? [`${formatCount(removedFiles, 'file')} removed or uploaded meanwhile`] : []),
    contentFiles === null
      ? 'no content files: this version does not know the schema'
      : formatCount(contentFiles, 'content file'),
    `${(bytes / 1e6).toFixed(1)} MB`,
  ];
  return `${moment}: ${counts.join(', ')}`;
}
