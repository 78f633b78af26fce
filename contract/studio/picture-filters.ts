// Separate from the schemas, so that a browser can filter without loading them.

/** The filters of the library of pictures. */
export const pictureFilters = ['USED', 'UNUSED', 'UNDESCRIBED'] as const;

export type PictureFilter = (typeof pictureFilters)[number];
