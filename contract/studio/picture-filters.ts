// Separate from the schemas, so that a browser can filter without loading them.

export const pictureFilters = ['USED', 'UNUSED', 'UNDESCRIBED'] as const;

export type PictureFilter = (typeof pictureFilters)[number];
