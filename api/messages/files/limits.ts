const mebibyte = 1024 * 1024;

/** How many complete files are in memory at once: of uploads, and of forms without JavaScript. */
export const uploadSlots = {
  api: { total: 2, perGroup: 1 },
  forms: { total: 1, perGroup: 1 },
} as const;

/** Bytes of incomplete files on disk. */
export const arrivingLimits = { total: 1024 * mebibyte, perNetwork: 128 * mebibyte } as const;

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
