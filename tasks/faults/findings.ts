/** What a trial printed, and what of it broke a promise. */
export interface Findings {
  figures: string[];
  breaches: string[];
}
