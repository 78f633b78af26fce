import type { FieldError } from '../../contract/errors.ts';
import type { AttachedFile } from '../../contract/uploads.ts';

/** How a submission that was not taken is shown: what to say, at which fields, and what had been typed. */
export interface Refusal {
  status: number;
  message: string;
  fields: FieldError[];
  values: Record<string, string>;
  requestId: string | null;
  /** Files that came with a form sent without JavaScript, and are stored. */
  attached?: AttachedFile[];
  /** What may be typed into a field, by its name, asked for without JavaScript. */
  offered?: Record<string, string[]>;
  /** Seconds after which it may be sent again; left out where that is not said. */
  retryAfter?: number | null;
}

/** What a page's action answers: on to another page, or the form again. */
export type Outcome = { to: string } | { refusal: Refusal };
