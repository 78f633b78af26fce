import type { Random } from '../seeded-random.ts';

/** What a family hands to the sheet: its marks, and the words for the title block. */
export interface FamilyDrawing {
  body: string;
  title: string;
  scale: string;
}

/** Draws on an 800 × 420 sheet, inside 32 … 768 by 32 … 388, leaving 520 … 784 by 348 … 404 to the title block. */
export type Family = (random: Random) => FamilyDrawing;
