import { formatCount } from '../../contract/number-text.ts';
import type { BackupManifest } from './manifest.ts';

/** Returns what a backup holds, in one line without any value of a row. */
export function summarizeBackup({ moment, tables, files, removedFiles, content }: BackupManifest): string {
  const parts = [tables, files, content ?? []].flat().flatMap((one) => one.parts);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const counts = [
    `${formatCount(tables.length, 'table')} with ${formatCount(rows, 'row')}`,
    `${formatCount(files.length, 'file')} of visitors`,
    ...(removedFiles.length > 0 ? [`${formatCount(removedFiles.length, 'file')} removed or uploaded meanwhile`] : []),
    content ? formatCount(content.length, 'content file') : 'no content files: this version does not know the schema',
    `${(bytes / 1e6).toFixed(1)} MB`,
  ];
  return `${moment}: ${counts.join(', ')}`;
}
