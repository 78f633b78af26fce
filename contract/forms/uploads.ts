// Limits and types of uploads. Without schemas, because every form with files loads this module.

/** Limits of the files of a form (readings, "The API"). */
export const uploadLimits = { files: 5, bytes: 10 * 1024 * 1024, nameLength: 120 } as const;

/** The part of a multipart body that holds a file, as often as there are files. */
export const uploadField = 'file';

/** Extension in lower case → the required media type of the content. */
export const uploadTypes: Record<string, string | undefined> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** The accepted types, for people. */
export const uploadTypeNames = 'PDF, PNG, JPEG or DOCX';

/** A stored file; a form refers to it by its token. */
export interface UploadedFile {
  token: string;
  name: string;
  /** Bytes as stored; re-encoded pictures differ from the upload. */
  size: number;
  contentType: string;
}

/** The fields of a stored file that a form shows. */
export type AttachedFile = Pick<UploadedFile, 'token' | 'name' | 'size'>;

/** Returns the problem of a file by name and size alone, as a sentence with the name; null without one. */
export function findUploadProblem(name: string, size: number): string | null {
  if (size === 0) return `${name} is empty.`;
  if (size > uploadLimits.bytes) return `${name} is larger than 10 MB.`;
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return uploadTypes[extension] ? null : `${name} is not a ${uploadTypeNames} file.`;
}

/** Formats a file size: `1.2 MB`, `340 kB`. */
export function formatFileSize(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} kB`;
}
