// What may be uploaded. Without schemas, because every form that takes files shows these limits.

/** Limits of the files that go with a form (readings, "The API"). */
export const uploadLimits = { files: 5, bytes: 10 * 1024 * 1024, nameLength: 120 } as const;

/** Extension, lower case → the media type its content must have. */
export const uploadTypes: Record<string, string | undefined> = {
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

/** For people. */
export const uploadTypeNames = 'PDF, PNG, JPEG or DOCX';

/** A file that is stored; its token names it in the form that it goes with. */
export interface UploadedFile {
  token: string;
  name: string;
  /** Bytes as stored; a picture's differ from those sent. */
  size: number;
  contentType: string;
}

/** A stored file as a form shows it. */
export type AttachedFile = Pick<UploadedFile, 'token' | 'name' | 'size'>;

/** What is wrong with a file before its content is looked at, as a sentence that names it; null where nothing is. */
export function uploadProblem(name: string, size: number): string | null {
  if (size === 0) return `${name} is empty.`;
  if (size > uploadLimits.bytes) return `${name} is larger than 10 MB.`;
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return uploadTypes[extension] ? null : `${name} is no ${uploadTypeNames} file.`;
}

/** `1.2 MB`, `340 kB`. */
export function fileSize(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1024))} kB`;
}
