/** The result of a trial: figures to print, and broken promises. */
export interface TrialResult {
  figures: string[];
  breaches: string[];
}
