const mebibyte = 1024 * 1024;

/** Files that are in memory at once, once they arrived whole: those of uploads, and those of forms without JavaScript. */
export const uploadSlots = {
  api: { total: 2, perNetwork: 1 },
  forms: { total: 1, perNetwork: 1 },
} as const;

/** Bytes of files that are still arriving, on disk. */
export const arrivingLimits = { total: 1024 * mebibyte, perNetwork: 128 * mebibyte } as const;

/** Bytes of stored files that no form has used yet; each file counts as no less than `perFile`. */
export const unusedLimits = { total: 2048 * mebibyte, perNetwork: 200 * mebibyte, perFile: mebibyte / 16 } as const;
