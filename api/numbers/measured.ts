// What is measured, apart from the code that counts it, so that contexts can name it.

/**
 * `document`: a page was loaded, `detail` is where the visitor came from; `opened`: a browser reported that it showed a
 * page. `begun`, `left` and `sent` are of the form `name`; `detail` of `left` is the last field. `vital` has the metric
 * and the bucket of its value as `detail`.
 */
export type MeasuredKind = 'document' | 'opened' | 'download' | 'begun' | 'left' | 'sent' | 'booked' | 'vital';

export interface Measured {
  kind: MeasuredKind;
  /** The path of a page or a file, or the name of a form. */
  name: string;
  detail?: string;
  country?: string;
  /** Who sent the request, for the count of visitors; null where the browser refuses tracking. */
  sender?: { address: string; userAgent: string } | null;
}

export interface Measurements {
  /** Counts something. It is written to the database within seconds, together with others. */
  add(measured: Measured): void;
  /** Remembers a page that the server has sent, so that browsers can report it by its name. */
  addPage(path: string): void;
  isKnownPage(path: string): boolean;
  /** Writes what was counted. A write that fails is tried again with the next one. */
  flush(): Promise<void>;
}
