import type { Random } from '../seeded-random.ts';

/** A drawing of one plate family: its marks, and the texts of the title block. */
export interface FamilyDrawing {
  body: string;
  title: string;
  scale: string;
}

/**
 * Draws the marks of a plate family on a sheet of 800 × 420 units: within x 32 to 768 and y 32 to 388, and outside the
 * title block at x 520 to 784 and y 348 to 404.
 */
export type DrawPlateFamily = (random: Random) => FamilyDrawing;
